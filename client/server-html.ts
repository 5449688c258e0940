const currentUrl = () => window.location.pathname + window.location.search;

/**
 * Saves the server's HTML of a container, and returns the function that restores it when React
 * fails: a readable page with working links and forms instead of an empty one. After a navigation
 * the HTML is of another page, so an empty page is reloaded instead.
 */
export function saveServerHtml(container: HTMLElement): (unmount: () => void) => void {
  // A document without a window loads no pictures and runs no scripts.
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
