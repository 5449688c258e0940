import type {
  SearchHit,
  SearchResults,
  TextPiece,
} from "../../../shared/model/search-results.schema.ts";

/** After the last key, milliseconds. */
const PAUSE_MS = 250;
const SHORTEST = 3;

/** Parts of the page, by their `data-search` (search.server-page.tsx). */
const part = <E extends HTMLElement>(name: string, root: ParentNode = document) =>
  root.querySelector<E>(`[data-search=${name}]`);

function show(name: string, isShown: boolean): HTMLElement | null {
  const element = part(name);
  if (element) element.hidden = !isShown;
  return element;
}

function marked(pieces: readonly TextPiece[]): (string | HTMLElement)[] {
  return pieces.map(({ text, isMatch }) => {
    if (!isMatch) return text;
    const mark = document.createElement("mark");
    mark.textContent = text;
    return mark;
  });
}

const kindLink = (kind: string) =>
  document.querySelector<HTMLElement>(`[data-search=kinds] [data-kind="${kind}"]`);

/** News and events are found without a language: they are shown in that of this page. */
function inThisLanguage(path: string): string {
  const prefix = window.location.pathname.replace(/\/search$/, "");
  return path.startsWith(`${prefix}/`) || path.startsWith("/files/") ? path : prefix + path;
}

/** A copy of the page's template of a result. */
function hitElement({ kind, path, title, snippet, date, language }: SearchHit): Node {
  const { lang } = document.documentElement;
  const copy = document.importNode((part("hit") as HTMLTemplateElement).content, true);
  const link = copy.querySelector("a");
  if (link) link.href = inThisLanguage(path);
  part("title", copy)?.replaceChildren(...marked(title));
  part("snippet", copy)?.append(...marked(snippet));
  part("kind", copy)?.append(kindLink(kind)?.dataset.one ?? "");
  if (date !== null) {
    const day = {
      day: "numeric",
      month: "long",
      year: "numeric",
      timeZone: "Africa/Dar_es_Salaam",
    } as const;
    part("date", copy)?.append(
      ` · ${new Date(date).toLocaleDateString(lang === "sw" ? "sw-TZ" : "en-GB", day)}`,
    );
  }
  if (language !== null && language !== lang)
    for (const text of copy.querySelectorAll<HTMLElement>("h2, [data-search=snippet]"))
      Object.assign(text, { lang: language, dir: "auto" });
  return copy;
}

function render(q: string, results: SearchResults): void {
  const { items, total, pages, counts, suggestion, isPartial } = results;
  const here = window.location.pathname;
  const to = (query: object) => `${here}?${new URLSearchParams({ q, ...query })}`;
  const status = show("status", true);
  const words =
    total === 0 ? status?.dataset.none : total === 1 ? status?.dataset.one : status?.dataset.other;
  if (status)
    status.textContent = (words ?? "")
      .replace("{count}", String(total))
      .replace("{query}", () => q);
  show("wrong", false);
  show("partial", isPartial);
  const meant = show("suggestion", suggestion !== null)?.querySelector("a");
  if (meant && suggestion !== null) {
    meant.textContent = suggestion;
    meant.href = to({ q: suggestion });
  }
  show("kinds", counts.length > 1);
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-search=kinds] a")) {
    const { kind } = link.dataset;
    const count = kind === "" ? total : counts.find((each) => each.kind === kind)?.count;
    if (link.parentElement) link.parentElement.hidden = count === undefined;
    link.href = to(kind ? { kind } : {});
    link.toggleAttribute("aria-current", false);
    if (kind === "") link.setAttribute("aria-current", "page");
    link.querySelector("span")?.replaceChildren(String(count));
  }
  part("list")?.replaceChildren(...items.map(hitElement));
  show("pages", false);
  const more = show("more", pages > 1)?.querySelector("a");
  if (more) more.href = to({ page: 2 });
  show("tips", total === 0);
  show("ways", total === 0);
  window.history.replaceState(null, "", to({}));
}

/** Shows what is found while one types; Enter still asks the server for the page. */
function searchLive(field: HTMLInputElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = new AbortController();

  async function search(): Promise<void> {
    const q = field.value.trim();
    running.abort();
    running = new AbortController();
    if (q.length < SHORTEST) return;
    const query = new URLSearchParams({ q, limit: "10", lang: document.documentElement.lang });
    try {
      const response = await fetch(`/bff/search?${query}`, { signal: running.signal });
      if (response.ok) render(q, (await response.json()).data);
    } catch {
      // Aborted by the next key, or without a network: the form still works.
    }
  }

  // Typed while this was loading.
  if (field.value !== field.defaultValue) timer = setTimeout(search, PAUSE_MS);
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, PAUSE_MS);
  });
}

// Loaded by `search.browser.ts`, once.
const field = document.querySelector<HTMLInputElement>("main [name=q]");
if (field) searchLive(field);
