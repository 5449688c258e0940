import * as words from "../../../content/words/en/search.json";
import type { SearchHit, TextPiece } from "../../../shared/model/search-results.schema.ts";
import { DateText } from "../../components/dates/date-text.tsx";
import { siteHref } from "../../format/hrefs.ts";
import { inLanguage } from "../../format/text.ts";
import styles from "./search.module.css";

// biome-ignore-start lint/suspicious/noArrayIndexKey: the pieces of a text have nothing else
const marked = (pieces: readonly TextPiece[]) =>
  pieces.map(({ text, isMatch }, index) =>
    isMatch ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
// biome-ignore-end lint/suspicious/noArrayIndexKey: as above

/** One result: what it is, its title and where in its text the words stand. */
export function HitView({
  hit: { kind, path, title, snippet, date, language },
}: {
  hit: SearchHit;
}) {
  const lang = inLanguage(language);
  return (
    <li className={styles.hit}>
      <p className="muted small">
        <b>{words.kind[kind]}</b>
        {date !== null && (
          <>
            {" · "}
            <DateText at={date.length === 10 ? `${date}T00:00:00+03:00` : date} precision="day" />
          </>
        )}
      </p>
      <h2 {...lang}>
        <a href={siteHref(path)}>{marked(title)}</a>
      </h2>
      {snippet.length > 0 && (
        <p className={`${styles.snippet} measure`} {...lang}>
          {marked(snippet)}
        </p>
      )}
    </li>
  );
}
