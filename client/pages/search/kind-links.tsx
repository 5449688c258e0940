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

/** The kinds that were found, with their numbers; those that were not are hidden. */
export function KindLinks({ query: { q, kind }, counts }: Props) {
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const links = [
    { kind: null, text: words.everything, one: "", count: all },
    ...SEARCH_KINDS.map((each) => ({
      kind: each,
      text: words.kinds[each],
      one: words.kind[each],
      count: counts.find((found) => found.kind === each)?.count,
    })),
  ];
  return (
    <nav
      className={`${styles.kinds} ${tabs.tabs}`}
      aria-label={words.filters}
      data-search="kinds"
      hidden={counts.length < 2 && kind === null}
    >
      <ul className="cluster tight" role="list">
        {links.map(({ kind: each, text, one, count }) => (
          <li key={text} hidden={count === undefined && each !== kind}>
            <a
              href={searchPath({ q, kind: each })}
              data-kind={each ?? ""}
              data-one={one}
              aria-current={each === kind ? "page" : undefined}
            >
              {text}
              <span className={tabs.count}>{count ?? 0}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
