import { controlsOf, copyTyped } from "./data/typed.ts";

const currentUrl = () => window.location.pathname + window.location.search;

/**
 * Saves the server's HTML of a container, and what is typed into it.
 *
 * `restore` is for a React that failed: a readable page with working links and forms instead of an empty one. After a
 * navigation the HTML is of another page, so an empty page is reloaded instead.
 *
 * `refill` is for a container whose fields were replaced, by `restore` or by React, which renders a page anew when it is not
 * as the server sent it, such as one that the browser has translated.
 */
export function saveServerHtml(container: HTMLElement) {
  // A document without a window loads no pictures and runs no scripts.
  const saved = document.implementation.createHTMLDocument("").importNode(container, true);
  const servedUrl = currentUrl();
  let isRestorable = true;
  // Fields that are gone still hold what was typed.
  let controls = controlsOf(container);
  // Whatever it is: only the place of a field is asked for.
  let focused = document.activeElement as HTMLInputElement;
  container.addEventListener("focusin", ({ target }) => {
    controls = controlsOf(container);
    focused = target as HTMLInputElement;
  });
  const refill = () => {
    const old = controls;
    controls = controlsOf(container);
    copyTyped(old, controls);
    controls[old.indexOf(focused)]?.focus();
  };
  const restore = (unmount: () => void) => {
    if (isRestorable && currentUrl() === servedUrl) {
      isRestorable = false;
      unmount();
      container.replaceChildren(...saved.childNodes);
      refill();
    } else if (container.childElementCount === 0) window.location.reload();
  };
  return { refill, restore };
}
