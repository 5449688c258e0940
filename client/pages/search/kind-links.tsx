import * as words from "../../../content/words/en/search.json";
import type { SearchQuery } from "../../../shared/contract/search.ts";
import { SEARCH_KINDS } from "../../../shared/model/search-kinds.ts";
import type { SearchResults } from "../../../shared/model/search-results.schema.ts";
import tabs from "../../components/links/tab-links.module.css";
import styles from "./search.module.css";
import { searchPath } from "./search-path.ts";

interface Props {
  query: SearchQuery;
  counts: SearchResults["counts"];
}

/** The kinds that were found, with their numbers, where there are several. */
export function KindLinks({ query: { q, kind }, counts }: Props) {
  if (counts.length < 2 && kind === null) return null;
  const countOf = (kind: string) => counts.find((found) => found.kind === kind)?.count ?? 0;
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const found = SEARCH_KINDS.filter((each) => countOf(each) > 0 || each === kind);
  const links = [
    { kind: null, text: words.everything, count: all },
    ...found.map((each) => ({ kind: each, text: words.kinds[each], count: countOf(each) })),
  ];
  return (
    <nav className={`${styles.kinds} ${tabs.tabs} ${tabs.row}`} aria-label={words.filters}>
      <ul className="cluster tight" role="list">
        {links.map(({ kind: each, text, count }) => (
          <li key={text}>
            <a
              href={searchPath({ q, kind: each })}
              aria-current={each === kind ? "page" : undefined}
            >
              {text}
              <span className={tabs.count}>{count}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
