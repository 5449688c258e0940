let waiting: number | undefined;

/** Announces a text through the live region that every page has from its start (client/layout/site-layout.tsx). */
export function announce(text: string): void {
  clearTimeout(waiting);
  const live = document.getElementById("announcer");
  if (live) live.textContent = text;
}

/** The time without a key press after which changing text is announced. */
const REST_MS = 1_000;

/** Announces texts on the screen once the visitor stops typing. These texts change with each key press, so they are not live regions. */
export function announceAtRest(...texts: readonly (Element | null)[]): void {
  clearTimeout(waiting);
  waiting = window.setTimeout(
    () => announce(texts.map((text) => text?.textContent).join(" ")),
    REST_MS,
  );
}
