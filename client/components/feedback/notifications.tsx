import { useEffect, useSyncExternalStore } from "react";
import * as failuresWords from "../../../content/words/en/failures.json";
import * as words from "../../../content/words/en/feedback.json";
import type { Outcome } from "../../../shared/contract/site-data.ts";
import { fill } from "../../../shared/fill.ts";
import { rememberFocus } from "./recovery.ts";
import "../sections/banner.css";

type LiveNotice = { id: number; kind: "error" | "success"; text: string };

const MAX_NOTICES = 3;
const NONE: readonly LiveNotice[] = [];

let notices = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

function setNotices(next: readonly LiveNotice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** Shows and announces a notice until it is dismissed, and returns its id. For effects and event handlers only. */
export function notify(kind: LiveNotice["kind"], text: string): number {
  lastId += 1;
  const others = notices.filter((notice) => notice.text !== text);
  setNotices([...others, { id: lastId, kind, text }].slice(-MAX_NOTICES));
  return lastId;
}

export function dismiss(id: number): void {
  setNotices(notices.filter((notice) => notice.id !== id));
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // Leaving the page removes its notices.
    if (listeners.size === 0) notices = NONE;
  };
}

/** The live region of the page, with the notices of `notify`, each with a dismiss button. */
export function Notifications() {
  const shown = useSyncExternalStore(
    subscribe,
    () => notices,
    () => NONE,
  );
  return (
    <div className="notices screen" role="status" aria-live="polite" aria-atomic="false">
      {shown.map(({ id, kind, text }) => (
        // When a notice with focus disappears, focus returns to the element that had it before.
        <div key={id} ref={rememberFocus} className="notice note small" data-kind={kind}>
          <p>
            <span className="visually-hidden">{`${kind === "error" ? words.error : words.success}: `}</span>
            <span>{text}</span>
          </p>
          <button
            type="button"
            className="close"
            aria-label={fill(words.dismiss, { text })}
            onClick={() => dismiss(id)}
          >
            <span aria-hidden="true">×</span>
          </button>
        </div>
      ))}
    </div>
  );
}

/** Public reasons by status. The source's own messages are never shown. */
const REASONS: Readonly<Record<number, string>> = failuresWords.reasons;

/** Shows "Error loading content: {message or Unknown error}" and similar notices (spec section 8) until the data is loaded. */
export function useFailureNotification(
  what: "content" | "article" | "events" | "event",
  outcome: Outcome<unknown>,
): void {
  const status = outcome.kind === "unavailable" ? outcome.status : null;
  useEffect(() => {
    if (status === null) return;
    const id = notify(
      "error",
      fill(failuresWords.loading, {
        what: failuresWords.parts[what],
        why: REASONS[status] ?? failuresWords.unknown,
      }),
    );
    return () => dismiss(id);
  }, [what, status]);
}
