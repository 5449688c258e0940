/** However late the first paint is, and where it never comes (a page opened in the background). */
const LATEST_MS = 2_000;

/**
 * Older browsers than Chrome 92, Firefox 98 and Safari 15.4 keep the page as it is: it reads, and its
 * links and forms work, without scripts.
 */
const isSupported = "at" in Array.prototype && "HTMLDialogElement" in window;

/** The text stands, and the picture on top of it where there is one. */
async function painted(): Promise<unknown> {
  await new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
  });
  return document.querySelector<HTMLImageElement>("img[fetchpriority=high]")?.decode();
}

/**
 * The page reads without scripts: its text, font and picture have the line to themselves until they are there,
 * and only then come the modules that hydrate. Fetched before, they would take a share of it.
 */
async function begin(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, LATEST_MS));
  await Promise.race([painted(), late]).catch(() => {});
  const links = document.querySelectorAll<HTMLLinkElement>("[rel=module]");
  for (const link of links) link.rel = "modulepreload";
  // The first is that of client/hydrate.tsx: server/ssr/built-renderer.ts.
  if (links[0]) await import(/* @vite-ignore */ links[0].href);
}

if (import.meta.env.DEV) void import("./hydrate.tsx");
else if (isSupported) void begin();
