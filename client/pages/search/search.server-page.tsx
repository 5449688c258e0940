import * as words from "../../../content/words/en/search.json";
import { fill } from "../../../shared/fill.ts";
import { LONGEST_QUERY, type SearchQuery, type SearchView } from "../../../shared/model/search.ts";
import { SEARCH_KINDS, type SearchKind } from "../../../shared/model/search-kinds.ts";
import type {
  SearchHit,
  SearchResults,
  TextPiece,
} from "../../../shared/model/search-results.schema.ts";
import { withQuery } from "../../../shared/paths.ts";
import { DateText } from "../../components/dates/date-text.tsx";
import { RequestId } from "../../components/feedback/request-id.tsx";
import { SearchField } from "../../components/forms/search-field.tsx";
import { Link, LinkList, linksTo } from "../../components/links/link.tsx";
import { Pagination } from "../../components/links/pagination.tsx";
import { TabLinks } from "../../components/links/tab-links.tsx";
import { Banner } from "../../components/sections/banner.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { useRequest } from "../../data/request-context.ts";
import { counted, inLanguage } from "../../format/text.ts";
import { definePage, type PageProps } from "../../page.ts";
import styles from "./search.module.css";

/** Returns the URL of a search. Defaults are all kinds and the first page. */
const searchPath = (q: string, kind?: SearchKind | null, page = 1) =>
  withQuery("/search", { q, kind, page: page > 1 ? page : null });

const Ways = () => (
  <nav className="apart" aria-labelledby="ways">
    <h2 id="ways" className="large">
      {words.startHere}
    </h2>
    <LinkList className="links" links={linksTo(words.ways)} />
  </nav>
);

/** Renders a link with a count for each kind of result, when results are of several kinds. */
function KindLinks({
  query: { q, kind },
  counts,
}: Pick<SearchResults, "counts"> & { query: SearchQuery }) {
  if (counts.length < 2 && kind === null) return null;
  const countOf = (wanted: string) => counts.find((found) => found.kind === wanted)?.count ?? 0;
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const found = SEARCH_KINDS.filter((each) => countOf(each) > 0 || each === kind);
  const tab = (each: SearchKind | null, text: string, count: number) => ({
    text,
    count,
    href: searchPath(q, each),
    isCurrent: each === kind,
  });
  const tabs = found.map((each) => tab(each, words.kinds[each], countOf(each)));
  return (
    <div className={styles.kinds}>
      <TabLinks label={words.filters} tabs={[tab(null, words.everything, all), ...tabs]} />
    </div>
  );
}

// biome-ignore-start lint/suspicious/noArrayIndexKey: the pieces of a text have nothing else
const marked = (pieces: readonly TextPiece[]) =>
  pieces.map(({ text, isMatch }, index) =>
    isMatch ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
// biome-ignore-end lint/suspicious/noArrayIndexKey: as above

function HitView({ hit: { kind, path, title, snippet, date, language } }: { hit: SearchHit }) {
  const lang = inLanguage(language);
  return (
    <li className={styles.hit}>
      <p className="muted small">
        <b>{words.kind[kind]}</b>
        {date !== null && (
          <>
            {" · "}
            <DateText at={date} precision="day" />
          </>
        )}
      </p>
      <h2 {...lang}>
        <Link to={path}>{marked(title)}</Link>
      </h2>
      {snippet.length > 0 && (
        <p className={`${styles.snippet} measure`} {...lang}>
          {marked(snippet)}
        </p>
      )}
    </li>
  );
}

function Results({ query, results }: { query: SearchQuery; results: SearchResults }) {
  const { total, isPartial, suggestion, counts, items, page, pages } = results;
  const status = total === 0 ? words.nothing : counted(words.results, total);
  return (
    <>
      <p role="status" className="large semibold">
        {fill(status, { query: query.q.trim() })}
      </p>
      {isPartial && <p className={`${styles.note} muted`}>{words.partial}</p>}
      {suggestion !== null && (
        <p className={`${styles.note} muted`}>
          {`${words.suggestion} `}
          <Link to={searchPath(suggestion)}>{suggestion}</Link>?
        </p>
      )}
      {total === 0 && <p className={`${styles.note} muted`}>{words.tips}</p>}
      <KindLinks query={query} counts={counts} />
      <ol className={styles.list} role="list">
        {items.map((hit) => (
          <HitView key={hit.path} hit={hit} />
        ))}
      </ol>
      <Pagination
        label={words.pages}
        page={page}
        pages={pages}
        hrefOf={(number) => searchPath(query.q, query.kind, number)}
      />
    </>
  );
}

function Answer({ view: { query, results, status } }: { view: SearchView }) {
  const { requestId } = useRequest();
  const wrong = status === 503 ? words.notReady : fill(words.tooLong, { most: LONGEST_QUERY });
  return (
    <div className={styles.results}>
      {status !== 200 && <Banner kind="bad">{wrong}</Banner>}
      {status >= 500 && <RequestId id={requestId} />}
      {results !== null && query.q.trim() !== "" && <Results query={query} results={results} />}
      {(results === null || results.total === 0) && <Ways />}
    </div>
  );
}

/** The search results on this site (docs/decisions/0059). The server renders this page for each request. */
function SearchPage({ data: view }: PageProps<unknown, SearchView>) {
  if (view === null) return null;
  return (
    <>
      <PageHeader title={words.title} subtitle={words.standfirst} pattern="livelihoods">
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

export const page = definePage<unknown, SearchView>({
  Page: SearchPage,
  hydrate: "use",
  status: ({ data }) => data?.status ?? 200,
  head: () => ({ title: words.title, description: words.description, noindex: true }),
});
