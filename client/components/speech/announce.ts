let waiting: number | undefined;

/** Has a screen reader say a text, in the live region that every page has from its start (client/layout/site-layout.tsx). */
export function announce(text: string): void {
  clearTimeout(waiting);
  const live = document.getElementById("announcer");
  if (live) live.textContent = text;
}

/** The time without a key after which a text that changes with each key is said. */
const REST_MS = 1_000;

/** Has a screen reader say what texts on the screen say by then, once nobody types: they change with each key, and are not live. */
export function announceAtRest(...texts: readonly (Element | null)[]): void {
  clearTimeout(waiting);
  waiting = window.setTimeout(
    () => announce(texts.map((text) => text?.textContent).join(" ")),
    REST_MS,
  );
}
