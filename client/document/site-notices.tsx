import { about } from "../../content/words/en/notices.json";
import { activeNotices } from "../../shared/content/notices.ts";
import type { PageRequest } from "../../shared/contract/page-renderer.ts";
import { siteHref } from "../format/hrefs.ts";

/** The looks of a notice, of classes that every page has. */
const LOOKS = { info: "sample-notice", good: "warm semibold", bad: "deep semibold" } as const;

/**
 * Renders the notices of the office on top of the page: outside `#root`, where they need no script and stay during a navigation. The
 * server renders a page again when a notice begins or ends.
 */
export function SiteNotices({ request }: { request: PageRequest }) {
  const shown = activeNotices(request.content.documents.notice, Date.parse(request.now));
  return shown.map(({ id, text, link, tone }) => (
    <section key={id} className={LOOKS[tone]} aria-label={about}>
      <p className={tone === "info" ? undefined : "page touch"}>
        {link === null ? text : <a href={siteHref(link)}>{text}</a>}
      </p>
    </section>
  ));
}
