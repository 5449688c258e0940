import { addClick, type Clicked, logQuietly } from "./click-record.ts";

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

/** Spec section 7: whichever analytics globals exist hear of it. Nothing of ours loads them. */
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
    } catch (fault) {
      logQuietly(fault);
    }
  }
}

/** The card that led to the article now loading: its click and the article's are one. */
let leadsTo: string | null = null;

/** A click on a card, recorded when type, id and slug are all given. */
export function trackClick({ type, id, slug, title }: Clicked): void {
  if (!type || !id || !slug) return;
  leadsTo = `${type} ${id}`;
  addClick(type === "news" ? "news" : "events", { id, slug, title });
  forward(type, { id, slug, title });
}

/** An article that has loaded (spec section 2), unless a click on its card was just recorded. */
export function trackLoaded(clicked: Clicked): void {
  const isKnown = leadsTo === `${clicked.type} ${clicked.id}`;
  if (!isKnown) trackClick(clicked);
  leadsTo = null;
}
