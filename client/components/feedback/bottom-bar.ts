import * as footerWords from "../../../content/words/en/footer.json";
import { rememberFocus } from "./recovery.ts";

/**
 * Creates an element with properties. Set role and ARIA as attributes: as properties they are missing before Chrome 103 and Firefox 119.
 */
export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<Omit<HTMLElementTagNameMap[Name], keyof ARIAMixin>>,
) => Object.assign(document.createElement(name), properties);

/**
 * Shows a bar at the bottom of the window, in the body or in a live region, with its content and a button that closes the bar. Escape
 * closes the bar too, unless focus is in another element, which may handle Escape itself.
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

/** Tells the visitor that a page cannot be loaded without a network. Without scripts, the browser's own error page does. */
export function tellOffline(href: string, keptPages: string | null): void {
  const text = element("p", { id: "offline-text" });
  text.append(element("strong", { textContent: footerWords.offline }), ` ${footerWords.pageStays}`);
  const again = element("a", { href, className: "touch", textContent: footerWords.tryAgain });
  const list = element("a", { href: keptPages ?? "", textContent: footerWords.keptPages });
  // Close the old bar first, so that it gives focus back: the element focused then is where the new bar returns focus to.
  document.querySelector<HTMLElement>("#offline .close")?.click();
  const bar = element("dialog", { id: "offline" });
  bar.setAttribute("aria-labelledby", text.id);
  bottomBar(document.body, bar, text, again, ...(keptPages ? [list] : [])).show();
}
