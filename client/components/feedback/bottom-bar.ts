import * as footerWords from "../../../content/words/en/footer.json";
import { rememberFocus } from "./recovery.ts";

/** An element with properties. Its role and ARIA are set as attributes: as properties they are missing before Chrome 103 and Firefox 119. */
export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<Omit<HTMLElementTagNameMap[Name], keyof ARIAMixin>>,
) => Object.assign(document.createElement(name), properties);

/**
 * A bar at the bottom of the window, in the body or in a live region: its content, and a button that takes it away. Escape does it too,
 * unless focus is in something else, which Escape may close.
 */
export function bottomBar<Bar extends HTMLElement>(
  place: Element,
  bar: Bar,
  ...content: HTMLElement[]
): Bar {
  const giveFocusBack = rememberFocus(bar);
  const until = new AbortController();
  const leave = () => {
    until.abort();
    giveFocusBack();
    bar.remove();
  };
  const close = element("button", { type: "button", className: "close", textContent: "×" });
  close.setAttribute("aria-label", footerWords.close);
  close.onclick = leave;
  const pressed = ({ key }: KeyboardEvent) => {
    const { activeElement, body } = document;
    if (key === "Escape" && (activeElement === body || bar.contains(activeElement))) leave();
  };
  document.addEventListener("keydown", pressed, { signal: until.signal });
  bar.className = "offline-bar deep";
  bar.append(...content, close);
  place.append(bar);
  return bar;
}

/** A page cannot be loaded for lack of a network; without scripts the browser says so itself. */
export function tellOffline(href: string, keptPages: string | null): void {
  const text = element("p", { id: "offline-text" });
  text.append(element("strong", { textContent: footerWords.offline }), ` ${footerWords.pageStays}`);
  const again = element("a", { href, className: "touch", textContent: footerWords.tryAgain });
  const list = element("a", { href: keptPages ?? "", textContent: footerWords.keptPages });
  // Gives focus back first: it is the origin of the focus of the new one.
  document.querySelector<HTMLElement>("#offline .close")?.click();
  const bar = element("dialog", { id: "offline" });
  bar.setAttribute("aria-labelledby", text.id);
  bottomBar(document.body, bar, text, again, ...(keptPages ? [list] : [])).show();
}
