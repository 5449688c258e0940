import { logQuietly } from "../data/quiet-log.ts";
import { addClick, type Clicked } from "./click-record.ts";

type Call = (...args: unknown[]) => void;

declare global {
  interface Window {
    gtag?: Call;
    dataLayer?: { push: (entry: object) => void };
    fbq?: Call;
  }
}

interface Named {
  id: string;
  slug: string;
  title: string;
}

/** Spec section 7: forwards to analytics globals where they exist. The site loads none. */
function forward(type: "news" | "event", { id, slug, title }: Named): void {
  const event = { item_id: id, item_title: title, item_slug: slug };
  const calls = [
    // gtag writes to dataLayer itself.
    () =>
      window.gtag
        ? window.gtag("event", `${type}_click`, event)
        : window.dataLayer?.push({ event: `${type}_click`, ...event }),
    () =>
      window.fbq?.("track", "ViewContent", {
        content_ids: [id],
        content_name: title,
        content_type: type,
        content_slug: slug,
      }),
  ];
  for (const call of calls) {
    try {
      call();
    } catch (error) {
      logQuietly({ part: "click tracking", error });
    }
  }
}

/** The card that led to the article being loaded: both are one click. */
let clickedCard: string | null = null;

/** Records a click on a card that has type, id and slug. */
export function trackClick({ type, id, slug, title }: Clicked): void {
  if (!type || !id || !slug) return;
  clickedCard = `${type} ${id}`;
  addClick(type === "news" ? "news" : "events", { id, slug, title });
  forward(type, { id, slug, title });
}

/** Records a loaded article (spec section 2), unless the click on its card was just recorded. */
export function trackLoaded(clicked: Clicked): void {
  const isKnown = clickedCard === `${clicked.type} ${clicked.id}`;
  if (!isKnown) trackClick(clicked);
  clickedCard = null;
}
