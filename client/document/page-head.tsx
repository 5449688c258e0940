import { card, feeds, sections } from "../../content/words/en/document.json";
import { code, openGraph, other } from "../../content/words/en/language.json";
import { home } from "../../content/words/en/links.json";
import type { Documents } from "../../shared/content/documents.ts";
import { fill } from "../../shared/fill.ts";
import { CARD_VARIANT, socialCardPath } from "../../shared/model/picture-widths.ts";
import { otherHref, siteHref } from "../format/hrefs.ts";
import type { Alternate, headOf, PageHead, PageLink } from "../page.ts";
import { documentTitle, robotsOf } from "../page.ts";

type Site = Documents["site"];

const feedsAt = (folder: string, what: string): readonly Alternate[] => [
  { type: "application/rss+xml", title: `${what} (RSS)`, href: `${folder}/feed.xml` },
  { type: "application/atom+xml", title: `${what} (Atom)`, href: `${folder}/atom.xml` },
  { type: "application/feed+json", title: `${what} (JSON Feed)`, href: `${folder}/feed.json` },
];

const NEWS = feedsAt("", feeds.news);
const BLOG = feedsAt("/blog", feeds.stories);
const EVENTS: readonly Alternate[] = [
  { type: "text/calendar", title: feeds.calendar, href: "/events.ics" },
];

/** Returns the feeds and calendars with the items of the page at this path. */
function feedsFor(path: string): readonly Alternate[] {
  if (path === "/") return [...NEWS, ...BLOG, ...EVENTS];
  const [, section] = path.split(/[/?]/);
  if (section === "blog") return BLOG;
  if (section === "events") return EVENTS;
  return section === "news-events" ? [...NEWS, ...EVENTS] : [];
}

/**
 * Returns the picture of a page in link previews: its own, otherwise the card of its section. Pages in no section or excluded from search
 * get the card of the site.
 */
function socialImageOf(head: Props["head"], origin: string, { identity }: Site) {
  const { picture, pictureAlt, title, canonicalPath, noindex } = head;
  if (picture && !noindex)
    return {
      url: picture.replace(/[^/]+$/, `${CARD_VARIANT}.jpg`),
      type: "image/jpeg",
      alt: pictureAlt || fill(card.picture, { title }),
    };
  const [path] = canonicalPath.split("?", 1);
  const [found] = Object.entries(sections)
    .filter(([root]) => `${path}/`.startsWith(`/${root}/`))
    .sort(([one], [other]) => other.length - one.length);
  const [section, name] = (!noindex && found) || ["site", identity.name];
  return {
    url: origin + socialCardPath(code, section),
    type: "image/png",
    alt: fill(card.alt, { name, line: identity.tagline }),
  };
}

/** Keys whose value is a URL of this site, given as a path. */
const URL_KEYS = ["url", "item", "mainEntityOfPage"];

const absolute = (origin: string) => (key: string, value: unknown) => {
  if (typeof value !== "string" || !value.startsWith("/")) return value;
  if (value.startsWith("/assets/")) return origin + value;
  return URL_KEYS.includes(key) ? origin + siteHref(value) : value;
};

/** The contact details of the organisation, on pages that are not articles (spec section 9). */
const howToReach = ({ contact }: Site) => ({
  address: {
    "@type": "PostalAddress",
    streetAddress: "Bunju B",
    addressLocality: "Dar es Salaam",
    addressRegion: "Kinondoni",
    addressCountry: "TZ",
  },
  contactPoint: {
    "@type": "ContactPoint",
    contactType: "customer service",
    email: contact.email.address,
    telephone: contact.phones.map((phone) => phone.number),
  },
});

/** Returns the path to a page; `name` is the page's own name. */
function breadcrumbList(crumbs: readonly PageLink[], name: string): object {
  const steps = [{ text: home, href: "/" }, ...crumbs, { text: name, href: undefined }];
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ text, href }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: text,
      item: href,
    })),
  };
}

const articleData = ({ title, description, author, picture, tags, ...head }: PageHead) => ({
  headline: title,
  description: description || undefined,
  datePublished: head.publishedTime ?? undefined,
  dateModified: head.modifiedTime ?? undefined,
  // "The water programme" is an organisation, any other name a person.
  author: author
    ? { "@type": author.startsWith("The ") ? "Organization" : "Person", name: author }
    : undefined,
  image: picture ? [picture] : undefined,
  keywords: tags,
  url: head.canonicalPath,
  mainEntityOfPage: head.canonicalPath,
  ...head.article,
});

/**
 * Returns the structured data of organisation and site, then the page's own. `foundingDate` is missing because the spec gives two founding
 * years.
 */
function structuredData(head: PageHead, origin: string, site: Site): string {
  const organisation = {
    "@type": "NGO",
    "@id": `${origin}/#organisation`,
    name: site.identity.name,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    ...(!head.article && howToReach(site)),
  };
  const website = {
    "@type": "WebSite",
    "@id": `${origin + siteHref("/")}#website`,
    name: site.identity.name,
    url: "/",
    inLanguage: code,
    publisher: { "@id": organisation["@id"] },
  };
  const { article, jsonLd = article ? [articleData(head)] : [], crumbs = [] } = head;
  const path = crumbs.length > 0 ? [breadcrumbList(crumbs, head.name ?? head.title)] : [];
  const graph = {
    "@context": "https://schema.org",
    "@graph": [organisation, website, ...jsonLd, ...path],
  };
  return JSON.stringify(graph, absolute(origin)).replaceAll("<", "\\u003c");
}

interface Props {
  head: ReturnType<typeof headOf>;
  site: Site;
  origin: string;
  /** True to omit structured data, which only search engines read. */
  savesData: boolean;
}

/** Renders title, description, Open Graph and structured data of a page (spec section 9). Server only. */
export function HeadElements({ head, site, origin, savesData }: Props) {
  const { identity, description, keywords } = site;
  const title = documentTitle(head, identity.name);
  const url = origin + siteHref(head.canonicalPath);
  const otherUrl = origin + otherHref(head.otherPath ?? head.canonicalPath);
  const about = head.description || description;
  const image = socialImageOf(head, origin, site);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={about} />
      <meta name="keywords" content={keywords.join(", ")} />
      <meta name="robots" content={robotsOf(head)} />
      {!head.noindex && (
        <>
          <link rel="canonical" href={url} />
          {/* Visitors who read neither language are sent to the English page. */}
          <link rel="alternate" hrefLang={code} href={url} />
          <link rel="alternate" hrefLang={other.code} href={otherUrl} />
          <link rel="alternate" hrefLang="x-default" href={code === "en" ? url : otherUrl} />
        </>
      )}
      {head.author && <meta name="author" content={head.author} />}
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={about} />
      <meta property="og:type" content={head.article ? "article" : "website"} />
      {!head.noindex && <meta property="og:url" content={url} />}
      <meta property="og:site_name" content={identity.name} />
      <meta property="og:locale" content={openGraph} />
      <meta property="og:locale:alternate" content={other.openGraph} />
      <meta property="og:image" content={image.url} />
      <meta property="og:image:type" content={image.type} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={image.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:image:alt" content={image.alt} />
      {head.publishedTime && (
        <meta property="article:published_time" content={head.publishedTime} />
      )}
      {head.modifiedTime && <meta property="article:modified_time" content={head.modifiedTime} />}
      {head.tags?.map((tag) => (
        <meta key={tag} property="article:tag" content={tag} />
      ))}
      {[...(head.alternates ?? []), ...feedsFor(head.canonicalPath)].map((alternate) => (
        <link
          key={alternate.href}
          rel="alternate"
          type={alternate.type}
          title={alternate.title}
          href={siteHref(alternate.href)}
        />
      ))}
      {!savesData && (
        <script type="application/ld+json">{structuredData(head, origin, site)}</script>
      )}
    </>
  );
}
