import { description, identity, keywords } from "../../content/site.json";
import { code, openGraph, other } from "../../content/words/en/language.json";
import { otherHref, siteHref } from "../format/site-href.ts";
import type { PageHead as Head } from "../page.ts";
import { feedsFor } from "./alternates.ts";
import { documentTitle, robotsOf } from "./head-text.ts";
import { socialImageOf } from "./social-card.ts";
import { structuredData } from "./structured-data.ts";

interface Props {
  head: Head;
  /** Scheme and host, no trailing slash. */
  origin: string;
  /** Without structured data, which search engines read. */
  savesData: boolean;
}

/** The page in each language; whoever reads neither is sent to the English one. */
function Languages({ url, otherUrl }: { url: string; otherUrl: string }) {
  return (
    <>
      <link rel="alternate" hrefLang={code} href={url} />
      <link rel="alternate" hrefLang={other.code} href={otherUrl} />
      <link rel="alternate" hrefLang="x-default" href={code === "en" ? url : otherUrl} />
    </>
  );
}

/** Title, description, Open Graph and structured data of a page (spec section 9). Server only. */
export function PageHead({ head, origin, savesData }: Props) {
  const title = documentTitle(head);
  const url = origin + siteHref(head.canonicalPath);
  const about = head.description || description;
  const image = socialImageOf(head, origin);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={about} />
      <meta name="keywords" content={(head.keywords ?? keywords).join(", ")} />
      <meta name="robots" content={robotsOf(head)} />
      {!head.noindex && (
        <>
          <link rel="canonical" href={url} />
          <Languages url={url} otherUrl={origin + otherHref(head.canonicalPath)} />
        </>
      )}
      {head.author && <meta name="author" content={head.author} />}
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={about} />
      <meta property="og:type" content={head.type ?? "website"} />
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
      {!savesData && <script type="application/ld+json">{structuredData(head, origin)}</script>}
    </>
  );
}
