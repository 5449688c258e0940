import { description, identity, keywords } from "../../content/site.json";
import type { PageHead as Head } from "../page.ts";
import { feedsFor } from "./alternates.ts";
import { documentTitle, robotsOf } from "./head-text.ts";
import { socialImageOf } from "./social-card.ts";
import { structuredData } from "./structured-data.ts";

interface Props {
  head: Head;
  /** Scheme and host, no trailing slash. */
  origin: string;
}

/** Title, description, Open Graph and structured data of a page (spec section 9). Server only. */
export function PageHead({ head, origin }: Props) {
  const title = documentTitle(head);
  const url = origin + head.canonicalPath;
  const about = head.description || description;
  const image = socialImageOf(head);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={about} />
      <meta name="keywords" content={(head.keywords ?? keywords).join(", ")} />
      <meta name="robots" content={robotsOf(head)} />
      {!head.noindex && <link rel="canonical" href={url} />}
      {head.author && <meta name="author" content={head.author} />}
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={about} />
      <meta property="og:type" content={head.type ?? "website"} />
      {!head.noindex && <meta property="og:url" content={url} />}
      <meta property="og:site_name" content={identity.name} />
      <meta property="og:locale" content="en_US" />
      <meta property="og:image" content={origin + image.url} />
      <meta property="og:image:type" content="image/png" />
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
          href={alternate.href}
        />
      ))}
      <script type="application/ld+json">{structuredData(head, origin)}</script>
    </>
  );
}
