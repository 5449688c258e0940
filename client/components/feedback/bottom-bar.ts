import * as footerWords from "../../../content/words/en/footer.json";

export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
) => Object.assign(document.createElement(name), properties);

/** A bar below the page, at the bottom of the window: its content, and a button that takes it away. */
export function bottomBar<Bar extends HTMLElement>(bar: Bar, ...content: HTMLElement[]): Bar {
  const close = element("button", { type: "button", className: "close", textContent: "×" });
  // The property `ariaLabel` is missing before Firefox 119.
  close.setAttribute("aria-label", footerWords.close);
  close.onclick = () => bar.remove();
  bar.className = "offline-bar deep";
  document.body.append(bar);
  bar.append(...content, close);
  return bar;
}

/** A page cannot be loaded for lack of a network; without scripts the browser says so itself. */
export function tellOffline(href: string, keptPages: string | null): void {
  const text = element("p", { id: "offline-text" });
  text.append(element("strong", { textContent: footerWords.offline }), ` ${footerWords.pageStays}`);
  const again = element("a", { href, className: "touch", textContent: footerWords.tryAgain });
  const list = element("a", { href: keptPages ?? "", textContent: footerWords.keptPages });
  document.getElementById("offline")?.remove();
  const bar = element("dialog", { id: "offline" });
  bar.setAttribute("aria-labelledby", text.id);
  bottomBar(bar, text, again, ...(keptPages ? [list] : [])).show();
}
