import { title } from "../../../content/words/en/related-reading.json";
import type { Outcome } from "../../../shared/contract/site-data.ts";
import type { ItemLink } from "../../../shared/model/item-fields.schema.ts";
import type { SearchHit } from "../../../shared/model/search-results.schema.ts";
import type { PageQuery } from "../../data/queries.ts";
import { siteHref } from "../../format/hrefs.ts";
import { inLanguage } from "../../format/text.ts";
import { Streamed } from "../streaming/streamed.tsx";
import styles from "./item-links.module.css";
import { Link } from "./link.tsx";

interface Props {
  title: string;
  /** The links, each with the language of its title, if known. */
  items: readonly (ItemLink & { language?: string | null })[];
  hrefOf: (slug: string) => string;
}

export function ItemLinks({ title, items, hrefOf }: Props) {
  if (items.length === 0) return null;
  return (
    <nav aria-label={title} className={styles.links}>
      <h2 className="rule large">{title}</h2>
      <ul role="list">
        {items.map(({ id, slug, title: text, language }) => (
          <li key={id}>
            <Link to={hrefOf(slug)} dir="auto" {...inLanguage(language)}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns the query for more reading on the subject of the page at this path. */
export const relatedQuery = (path: string): PageQuery<SearchHit[]> => ({
  key: `/bff/search?like=${encodeURIComponent(path)}`,
  tags: ["news", "events"],
  run: (siteData) => siteData.related(path),
  role: "section",
  keepsHtml: "always",
});

function RelatedView({ outcome }: { outcome: Outcome<readonly SearchHit[]> }) {
  const hits = outcome.kind === "ok" ? outcome.data : [];
  const items = hits.map(({ path, title: pieces, language }) => ({
    id: path,
    slug: path,
    language,
    title: pieces.map(({ text }) => text).join(""),
  }));
  return <ItemLinks title={title} items={items} hrefOf={(path) => path} />;
}

/** Renders related pages from the search index, for a page that names none itself. */
export const RelatedReading = ({ path }: { path: string }) => (
  <Streamed query={relatedQuery(siteHref(path))} view={RelatedView} fallback={null} />
);
