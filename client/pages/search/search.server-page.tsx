import { prefix } from "../../../content/words/en/language.json";
import * as words from "../../../content/words/en/search.json";
import { LONGEST_QUERY, type SearchView } from "../../../shared/contract/search.ts";
import type { SearchResults } from "../../../shared/model/search-results.schema.ts";
import { SearchField } from "../../components/forms/search-field.tsx";
import { Link } from "../../components/links/link.tsx";
import tabs from "../../components/links/tab-links.module.css";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { useSearchView } from "../../data/search-context.ts";
import { counted, fill } from "../../format/fill.ts";
import { definePage } from "../../page.ts";
import { HitTemplate, HitView } from "./hit-view.tsx";
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
const Ways = ({ isShown }: { isShown: boolean }) => (
  <nav className="apart" aria-labelledby="ways" data-search="ways" hidden={!isShown}>
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

function Wrong({ status }: Pick<SearchView, "status">) {
  const text = status === 503 ? words.notReady : fill(words.tooLong, { most: LONGEST_QUERY });
  return (
    <p className={`${styles.wrong} note`} data-search="wrong" hidden={status === 200}>
      {text}
    </p>
  );
}

/** The number of results. The texts are there for the script that shows others in its place. */
const Status = ({ q, total }: { q: string; total: number | null }) => (
  <p
    role="status"
    className="large semibold"
    data-search="status"
    data-none={words.nothing}
    data-one={words.results.one}
    data-other={words.results.other}
    hidden={total === null}
  >
    {total !== null &&
      fill(total === 0 ? words.nothing : counted(words.results, total), { query: q })}
  </p>
);

function Suggestion({ suggestion }: { suggestion: string | null }) {
  return (
    <p className={`${styles.note} muted`} data-search="suggestion" hidden={suggestion === null}>
      {words.suggestion} <a href={searchPath({ q: suggestion ?? "" })}>{suggestion}</a>?
    </p>
  );
}

function Pages({ view, results }: { view: SearchView; results: SearchResults | null }) {
  const { q, kind } = view.query;
  const { page, pages } = results ?? { page: 1, pages: 1 };
  return (
    <>
      <nav
        className={`${styles.pages} ${tabs.tabs} cluster tight screen`}
        aria-label={words.pages}
        data-search="pages"
        hidden={pages === 1}
      >
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
      <p className={`${styles.pages} ${tabs.tabs} cluster tight screen`} data-search="more" hidden>
        <a href={PATH}>{words.more}</a>
      </p>
    </>
  );
}

/** Everything that the script may show is there, hidden: it has no words of its own. */
function Results({ view }: { view: SearchView }) {
  const { query, results, status } = view;
  const isAsked = query.q.trim() !== "" && results !== null;
  const isEmpty = results === null || results.total === 0;
  return (
    <div className={styles.results}>
      <Wrong status={status} />
      <Status q={query.q.trim()} total={isAsked ? results.total : null} />
      <p className={`${styles.note} muted`} data-search="partial" hidden={!results?.isPartial}>
        {words.partial}
      </p>
      <Suggestion suggestion={results?.suggestion ?? null} />
      <p className={`${styles.note} muted`} data-search="tips" hidden={!(isAsked && isEmpty)}>
        {words.tips}
      </p>
      <KindLinks query={query} counts={results?.counts ?? []} />
      <ol className={styles.list} role="list" data-search="list">
        {results?.items.map((hit) => (
          <HitView key={hit.path} hit={hit} />
        ))}
      </ol>
      <Pages view={view} results={results} />
      <Ways isShown={isEmpty} />
      <HitTemplate />
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
        <Results view={view} />
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
