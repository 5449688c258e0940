import { identity } from "../../content/site.json";
import { card, sections } from "../../content/words/en/document.json";
import type { SocialCard, Theme } from "../../shared/contract/social-card.ts";
import { socialCardPath } from "../../shared/contract/social-card-paths.ts";
import { fill } from "../../shared/fill.ts";
import { siteHref } from "../format/site-href.ts";
import type { PageHead } from "../page.ts";
import { themeOf } from "./card-theme.ts";

interface Section {
  /** The path prefix of the section. */
  root: string;
  name: string;
  /** The pattern of a page whose texts match no theme. */
  theme: Theme;
}

/** Most specific first. */
const SECTIONS: readonly Section[] = [
  { root: "/news-events/announcements", name: sections.announcements, theme: "emergency" },
  { root: "/news-events/gallery", name: sections.gallery, theme: "youth" },
  { root: "/news-events/news", name: sections.news, theme: "livelihoods" },
  { root: "/news-events", name: sections.newsAndEvents, theme: "livelihoods" },
  { root: "/events", name: sections.event, theme: "youth" },
  { root: "/projects", name: sections.projects, theme: "livelihoods" },
  { root: "/our-work", name: sections.work, theme: "wash" },
  { root: "/blog", name: sections.blog, theme: "climate" },
  { root: "/about-us", name: sections.about, theme: "livelihoods" },
  { root: "/our-impact", name: sections.impact, theme: "climate" },
  { root: "/get-involved", name: sections.involved, theme: "gender" },
  { root: "/donate", name: sections.donate, theme: "youth" },
  { root: "/testimonials", name: sections.testimonials, theme: "gender" },
];
const ELSEWHERE: Section = { root: "/", name: identity.tagline, theme: "wash" };

const sectionOf = (path: string) =>
  SECTIONS.find(({ root }) => path === root || path.startsWith(`${root}/`)) ?? ELSEWHERE;

/** The home page, and a page excluded from search, have the site's own card. */
const shownPage = (head: PageHead) =>
  head.noindex || head.canonicalPath === "/"
    ? { path: "/", title: identity.name, picture: null }
    : {
        path: head.canonicalPath,
        title: head.title,
        picture: head.picture ?? null,
      };

/** The texts of a page's card, from its head. */
export function socialCardOf(head: PageHead): SocialCard {
  const { path, title, picture } = shownPage(head);
  const { root, name, theme } = sectionOf(path);
  const isFront = path === root || name === title;
  const texts = [title, (head.tags ?? []).join(" "), head.description];
  return {
    title,
    section: isFront ? identity.tagline : name,
    theme: isFront ? theme : themeOf(texts, theme),
    siteName: identity.name,
    picture,
  };
}

/** The URL and the alternative text of a page's card. */
export function socialImageOf(head: PageHead): { url: string; alt: string } {
  const { title, section, siteName, picture } = socialCardOf(head);
  const shown = shownPage(head);
  const beside = picture === null ? card.cloth : card.picture;
  const name = title === siteName ? siteName : `${title}, ${siteName}`;
  return {
    url: socialCardPath({ ...shown, path: siteHref(shown.path) }),
    alt: fill(card.alt, { name, section, beside }),
  };
}
