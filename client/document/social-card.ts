import { identity } from "../../content/site.json";
import { card, sections } from "../../content/words/en/document.json";
import { code } from "../../content/words/en/language.json";
import { CARD_VARIANT, socialCardPath } from "../../shared/contract/social-card.ts";
import { fill } from "../../shared/fill.ts";
import type { PageHead } from "../page.ts";

/** Most specific first. */
const SECTIONS: readonly [root: string, section: keyof typeof sections][] = [
  ["/news-events/announcements", "announcements"],
  ["/news-events/gallery", "gallery"],
  ["/news-events/news", "news"],
  ["/news-events", "newsAndEvents"],
  ["/events", "event"],
  ["/projects", "projects"],
  ["/our-work", "work"],
  ["/blog", "blog"],
  ["/about-us", "about"],
  ["/our-impact", "impact"],
  ["/get-involved", "involved"],
  ["/donate", "donate"],
  ["/testimonials", "testimonials"],
];

/** The picture of a page in link previews: its own, else the card of its section; the site's where it is not listed. */
export function socialImageOf(head: PageHead, origin: string) {
  const { picture, title, canonicalPath, noindex } = head;
  if (picture && !noindex)
    return {
      url: picture.replace(/[^/]+$/, `${CARD_VARIANT}.jpg`),
      type: "image/jpeg",
      alt: fill(card.picture, { title }),
    };
  const [path = ""] = canonicalPath.split("?", 1);
  const found = SECTIONS.find(([root]) => path === root || path.startsWith(`${root}/`));
  const section = noindex ? undefined : found?.[1];
  const name = section === undefined ? identity.name : sections[section];
  return {
    url: origin + socialCardPath(code, section ?? "site"),
    type: "image/png",
    alt: fill(card.alt, { name, line: identity.tagline }),
  };
}
