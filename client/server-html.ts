/** Path and query of the page shown. */
const currentUrl = () => window.location.pathname + window.location.search;

/**
 * Keeps the server's HTML of a container, and returns how to put it back when React fails: a page
 * that can be read, with links and forms that work, in place of an empty one. After a navigation
 * the HTML is that of another page, so that an empty page is reloaded instead.
 */
export function keepServerHtml(container: HTMLElement): (unmount: () => void) => void {
  // A document without a window loads no pictures and runs nothing.
  const spare = document.implementation.createHTMLDocument("").importNode(container, true);
  const servedUrl = currentUrl();
  let isKept = true;
  return (unmount) => {
    if (isKept && currentUrl() === servedUrl) {
      isKept = false;
      unmount();
      container.replaceChildren(...spare.childNodes);
    } else if (container.childElementCount === 0) window.location.reload();
  };
}
