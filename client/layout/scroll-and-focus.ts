import { announceHeading } from "../components/feedback/recovery.ts";
import type { Location } from "../navigation.ts";

/** Scroll position and focused link by history entry, as a browser keeps them on page loads. */
const places = new Map<string, { top: number; href: string | null | undefined }>();
let currentKey = "default";

/** On links that change a part of the page, such as tabs. */
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

/** Stores the scroll position of the page being left, and the link that leads away. */
export function leaveFor(key: string): void {
  const href = document.activeElement?.getAttribute("href");
  places.set(currentKey, { top: window.scrollY, href });
  currentKey = key;
}

/** Scrolls to the stored position, the fragment or the top; announces the h1, and focuses it, the fragment, or after Back the link. */
export function arriveAt({ key, hash, state }: Location): void {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  const place = places.get(key);
  const stays = !place && staysPut(state);
  announceHeading(find("main h1"), !stays);
  const target = place ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
  if (target) target.scrollIntoView();
  else if (!stays) window.scrollTo(0, place?.top ?? 0);
  const focused = place?.href ? find(`main [href="${CSS.escape(place.href)}"]`) : !stays && target;
  if (focused) focused.focus({ preventScroll: true });
}
