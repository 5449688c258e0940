// It is loaded by client/entry-browser.ts too: what it imported from the shell would hydrate the page.
import * as footerWords from "../../../content/words/en/footer.json";
import { other } from "../../../content/words/en/language.json";
import * as offerWords from "../../../content/words/en/language-offer.json";

/** An element with its properties. */
export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
) => Object.assign(document.createElement(name), properties);

/** A bar below the page, at the bottom of the window, before its content: a button that takes it away. */
export function bottomBar<Bar extends HTMLElement>(bar: Bar, close: string): Bar {
  bar.className = "offline-bar deep";
  const button = element("button", {
    type: "button",
    className: "close",
    textContent: "×",
    ariaLabel: close,
  });
  button.onclick = () => bar.remove();
  document.body.append(bar);
  bar.append(button);
  return bar;
}

function dialog(id: string, close: string, content: readonly HTMLElement[]): HTMLDialogElement {
  document.getElementById(id)?.remove();
  const bar = bottomBar(element("dialog", { id }), close);
  bar.setAttribute("aria-labelledby", `${id}-text`);
  bar.prepend(...content);
  return bar;
}

/** A page cannot be loaded for lack of a network; without scripts the browser says so itself. */
export function tellOffline(href: string, keptPages: string | null): void {
  const text = element("p", { id: "offline-text" });
  text.append(element("strong", { textContent: footerWords.offline }), ` ${footerWords.pageStays}`);
  const again = element("a", { href, className: "touch", textContent: footerWords.tryAgain });
  const list =
    keptPages === null
      ? []
      : [element("a", { href: keptPages, textContent: footerWords.keptPages })];
  dialog("offline", footerWords.close, [text, again, ...list]).show();
}

/**
 * Offers the page in the other language. It takes no focus, and the next click ends it; without scripts header and footer have the
 * link.
 */
export function offerLanguage(href: string): void {
  const text = element("p", { id: "language-offer-text", textContent: offerWords.text });
  const link = element("a", { href, className: "touch", textContent: offerWords.read });
  const bar = dialog("language-offer", offerWords.close, [text, link]);
  bar.lang = other.code;
  bar.open = true;
  document.addEventListener("click", () => bar.remove(), { once: true });
}
