import * as footerWords from "../../../content/words/en/footer.json";

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

/** A page cannot be loaded for lack of a network; without scripts the browser says so itself. */
export function tellOffline(href: string, keptPages: string | null): void {
  const text = element("p", { id: "offline-text" });
  text.append(element("strong", { textContent: footerWords.offline }), ` ${footerWords.pageStays}`);
  const again = element("a", { href, className: "touch", textContent: footerWords.tryAgain });
  const list =
    keptPages === null
      ? []
      : [element("a", { href: keptPages, textContent: footerWords.keptPages })];
  document.getElementById("offline")?.remove();
  const bar = bottomBar(element("dialog", { id: "offline" }), footerWords.close);
  bar.setAttribute("aria-labelledby", text.id);
  bar.prepend(text, again, ...list);
  bar.show();
}
