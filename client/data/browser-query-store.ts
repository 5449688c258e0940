import type { Outcome } from "../../shared/contract/answers.ts";
import type { SiteData } from "../../shared/contract/site-data.ts";
import { freshness } from "./freshness.ts";
import {
  answerElementId,
  type PageQuery,
  type QueryEntry,
  type QueryStore,
  track,
} from "./page-query.ts";

interface KeptEntry extends QueryEntry {
  query: PageQuery<unknown>;
  outcome: Outcome<unknown> | null;
  /** Browser clock, milliseconds. */
  askedAt: number;
  usedAt: number;
}

const isFailure = (outcome: Outcome<unknown> | null) => outcome?.kind === "unavailable";

/** Reads the answer that the server printed into its boundary; null when it is not (yet) in the page. */
function printedAnswer(key: string): { outcome: Outcome<unknown>; text: string } | null {
  const text = document.getElementById(answerElementId(key))?.textContent;
  if (!text) return null;
  // Written by `printAnswer` on our own server.
  return { outcome: JSON.parse(text) as Outcome<unknown>, text };
}

/**
 * The store of one visit: answers come from the page first, then from `/bff`; an old one is shown
 * while it is asked for again, and a failed or old one is asked for again on reconnect (spec section 7).
 */
export function createBrowserQueryStore(siteData: SiteData): QueryStore {
  const entries = new Map<string, KeptEntry>();
  const listeners = new Set<() => void>();
  let version = 0;

  function changed(): void {
    version += 1;
    for (const listener of listeners) listener();
  }

  function keep(query: PageQuery<unknown>, answer: Promise<Outcome<unknown>>): KeptEntry {
    const now = Date.now();
    const kept: KeptEntry = {
      query,
      outcome: null,
      printed: null,
      askedAt: now,
      usedAt: now,
      promise: track(answer),
    };
    void answer.then((outcome) => {
      kept.outcome = outcome;
      changed();
    });
    return kept;
  }

  /** An answer that is already here: `use` reads it without suspending. */
  function keepSettled(query: PageQuery<unknown>, outcome: Outcome<unknown>): KeptEntry {
    const promise = Object.assign(Promise.resolve(outcome), {
      status: "fulfilled" as const,
      value: outcome,
    });
    const now = Date.now();
    return { query, outcome, printed: null, askedAt: now, usedAt: now, promise };
  }

  function fromPage(query: PageQuery<unknown>): KeptEntry | null {
    const printed = printedAnswer(query.key);
    return printed && { ...keepSettled(query, printed.outcome), printed: printed.text };
  }

  function refresh(kept: KeptEntry): void {
    kept.askedAt = Date.now();
    void kept.query.ask(siteData).then((outcome) => {
      if (isFailure(outcome) && !isFailure(kept.outcome)) return;
      entries.set(kept.query.key, keepSettled(kept.query, outcome));
      changed();
    });
  }

  function forgetUnused(now: number): void {
    for (const [key, kept] of entries) {
      if (now - kept.usedAt > freshness.keepMs) entries.delete(key);
    }
  }

  function entry(query: PageQuery<unknown>): QueryEntry {
    const now = Date.now();
    const known = entries.get(query.key);
    if (known) {
      known.usedAt = now;
      return known;
    }
    forgetUnused(now);
    const printed = fromPage(query);
    const kept = printed ?? keep(query, query.ask(siteData));
    entries.set(query.key, kept);
    // It came with the stream, after title and robots were read: they are read anew, though not while parts are drawn.
    if (printed) queueMicrotask(changed);
    return kept;
  }

  function visit(queries: readonly PageQuery<unknown>[]): void {
    for (const query of queries) {
      const known = entries.get(query.key);
      if (known && isFailure(known.outcome)) entries.delete(query.key);
      else if (known?.outcome && Date.now() - known.askedAt > freshness.freshMs) refresh(known);
      entry(query);
    }
  }

  function peek<T>(query: PageQuery<T>): Outcome<T> | null {
    const outcome = entries.get(query.key)?.outcome ?? printedAnswer(query.key)?.outcome ?? null;
    // A key names one question, and only that question's answer is kept under it.
    return outcome as Outcome<T> | null;
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  window.addEventListener("online", () => {
    const now = Date.now();
    for (const kept of entries.values()) {
      if (isFailure(kept.outcome) || now - kept.askedAt > freshness.freshMs) refresh(kept);
    }
  });

  return { entry, visit, peek, subscribe, version: () => version };
}
