import { announceHeading } from "../components/feedback/announce-heading.ts";

/**
 * Scroll positions by history entry. A browser does this on page loads; here it is done on
 * navigation.
 */
const positions = new Map<string, number>();
let currentKey = "default";

interface Arrival {
  /** The router's key of the history entry. */
  key: string;
  hash: string;
  /** `{ stay: true }` on links that change a part of the page, such as tabs. */
  state: unknown;
}

const staysPut = (state: unknown) =>
  typeof state === "object" && state !== null && "stay" in state && state.stay === true;

/** Replaces the browser's scroll restoration within a visit. */
export function takeOverScrolling(firstKey: string): void {
  currentKey = firstKey;
  window.history.scrollRestoration = "manual";
  window.addEventListener("pagehide", () => {
    window.history.scrollRestoration = "auto";
  });
}

/** Stores the scroll position of the page being left. */
export function leaveFor(key: string): void {
  positions.set(currentKey, window.scrollY);
  currentKey = key;
}

/**
 * After a navigation: scrolls to the stored position (back and forward), the fragment or the top;
 * focuses the new h1 and announces its text.
 */
export function arriveAt({ key, hash, state }: Arrival): void {
  const heading = document.querySelector<HTMLElement>("main h1");
  announceHeading(heading, !staysPut(state));
  if (staysPut(state)) return;
  const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  if (target) target.scrollIntoView();
  else window.scrollTo(0, positions.get(key) ?? 0);
}
