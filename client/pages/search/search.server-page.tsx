import { prefix } from "../../../content/words/en/language.json";
import * as words from "../../../content/words/en/search.json";
import {
  LONGEST_QUERY,
  type SearchQuery,
  type SearchView,
} from "../../../shared/contract/search.ts";
import { fill } from "../../../shared/fill.ts";
import type { SearchResults } from "../../../shared/model/search-results.schema.ts";
import { SearchField } from "../../components/forms/search-field.tsx";
import { Link } from "../../components/links/link.tsx";
import tabs from "../../components/links/tab-links.module.css";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { useSearchView } from "../../data/search-context.ts";
import { counted } from "../../format/text.ts";
import { definePage } from "../../page.ts";
import { HitView } from "./hit-view.tsx";
import { KindLinks } from "./kind-links.tsx";
import styles from "./search.module.css";
import { searchPath } from "./search-path.ts";

const PATH = `${prefix}/search`;

const WAYS = [
  ["/projects", words.ways.projects],
  ["/news-events", words.ways.news],
  ["/our-impact", words.ways.impact],
  ["/where-the-money-goes", words.ways.money],
  ["/get-involved", words.ways.involved],
  ["/faq", words.ways.questions],
  ["/contact-us", words.ways.contact],
] as const;

/** Popular pages, where nothing was searched or found. */
const Ways = () => (
  <nav className="apart" aria-labelledby="ways">
    <h2 id="ways" className="large">
      {words.ways.title}
    </h2>
    <ul className="links" role="list">
      {WAYS.map(([href, text]) => (
        <li key={href}>
          <Link to={href}>{text}</Link>
        </li>
      ))}
    </ul>
  </nav>
);

function Pages({ query: { q, kind }, results }: { query: SearchQuery; results: SearchResults }) {
  const { page, pages } = results;
  return (
    <nav className={`${styles.pages} ${tabs.tabs} cluster tight screen`} aria-label={words.pages}>
      {page > 1 && (
        <a href={searchPath({ q, kind, page: page - 1 })} rel="prev">
          {words.previous}
        </a>
      )}{" "}
      <span>{fill(words.page, { page, pages })}</span>{" "}
      {page < pages && (
        <a href={searchPath({ q, kind, page: page + 1 })} rel="next">
          {words.next}
        </a>
      )}
    </nav>
  );
}

function Results({ query, results }: { query: SearchQuery; results: SearchResults }) {
  const { total, isPartial, suggestion, counts, items, pages } = results;
  const status = total === 0 ? words.nothing : counted(words.results, total);
  return (
    <>
      <p role="status" className="large semibold">
        {fill(status, { query: query.q.trim() })}
      </p>
      {isPartial && <p className={`${styles.note} muted`}>{words.partial}</p>}
      {suggestion !== null && (
        <p className={`${styles.note} muted`}>
          {words.suggestion} <a href={searchPath({ q: suggestion })}>{suggestion}</a>?
        </p>
      )}
      {total === 0 && <p className={`${styles.note} muted`}>{words.tips}</p>}
      <KindLinks query={query} counts={counts} />
      <ol className={styles.list} role="list">
        {items.map((hit) => (
          <HitView key={hit.path} hit={hit} />
        ))}
      </ol>
      {pages > 1 && <Pages query={query} results={results} />}
    </>
  );
}

function Answer({ view: { query, results, status } }: { view: SearchView }) {
  const wrong = status === 503 ? words.notReady : fill(words.tooLong, { most: LONGEST_QUERY });
  return (
    <div className={styles.results}>
      {status !== 200 && <p className={`${styles.wrong} note`}>{wrong}</p>}
      {results !== null && query.q.trim() !== "" && <Results query={query} results={results} />}
      {(results === null || results.total === 0) && <Ways />}
    </div>
  );
}

/** What is found on this site (docs/decisions/0059). The server renders it for each request. */
function SearchPage() {
  const view = useSearchView();
  if (view === null) return null;
  return (
    <>
      <PageHeader title={words.title} standfirst={words.standfirst} pattern="livelihoods">
        <search className="screen">
          <SearchField value={view.query.q.slice(0, LONGEST_QUERY)} />
        </search>
      </PageHeader>
      <Section>
        <Answer view={view} />
      </Section>
    </>
  );
}

export const page = definePage({
  Page: SearchPage,
  status: ({ found }) => found?.status ?? 200,
  head: () => ({
    title: words.title,
    description: words.description,
    canonicalPath: PATH,
    noindex: true,
  }),
});
