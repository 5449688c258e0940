/** Path and query of the page shown. */
const currentUrl = () => window.location.pathname + window.location.search;

/**
 * Keeps the server's HTML of a container, and returns how to put it back when React fails: a page
 * that can be read, with links and forms that work, in place of an empty one. After a navigation
 * the HTML is that of another page, so that an empty page is loaded anew instead.
 */
export function saveServerHtml(container: HTMLElement): (unmount: () => void) => void {
  // A document without a window loads no pictures and runs nothing.
  const saved = document.implementation.createHTMLDocument("").importNode(container, true);
  const servedUrl = currentUrl();
  let isRestorable = true;
  return (unmount) => {
    if (isRestorable && currentUrl() === servedUrl) {
      isRestorable = false;
      unmount();
      container.replaceChildren(...saved.childNodes);
    } else if (container.childElementCount === 0) window.location.reload();
  };
}
