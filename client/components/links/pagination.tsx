import * as words from "../../../content/words/en/links.json";
import { fill } from "../../../shared/fill.ts";
import { Link } from "./link.tsx";
import styles from "./pagination.module.css";

type Props = { label: string; page: number; pages: number; hrefOf: (page: number) => string };

/** The largest number of pages for which every page number is shown. */
const ALL_NUMBERED = 7;

/** Returns the first, last and current page and its neighbours, with null for a gap of two or more pages. */
function shownNumbers(page: number, pages: number): (number | null)[] {
  const all = Array.from({ length: Math.min(pages, ALL_NUMBERED) }, (_, index) => index + 1);
  if (pages <= ALL_NUMBERED) return all;
  const from = page <= 4 ? 2 : Math.min(page - 1, pages - 4);
  const to = page > pages - 4 ? pages - 1 : Math.max(page + 1, 5);
  const middle = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return [1, ...(from > 2 ? [null] : []), ...middle, ...(to < pages - 1 ? [null] : []), pages];
}

const Step = ({ to, rel, text }: { to: string | false; rel: string; text: string }) =>
  to === false ? (
    <span>{text}</span>
  ) : (
    <Link to={to} rel={rel}>
      {text}
    </Link>
  );

/** Renders the links to the pages of a list. At either end, plain text replaces the link, so that the row does not move. */
export function Pagination({ label, page, pages, hrefOf }: Props) {
  if (pages <= 1) return null;
  return (
    <nav aria-label={label} className={`${styles.pages} apart`} data-pages={pages > 2 || undefined}>
      <Step to={page > 1 && hrefOf(page - 1)} rel="prev" text={`${words.previous} `} />
      {shownNumbers(page, pages).map((number, index) =>
        number === null ? (
          <span key={`gap-${index < 3 ? "before" : "after"}`}>{"… "}</span>
        ) : (
          <Link
            key={number}
            to={hrefOf(number)}
            aria-label={fill(words.page, { number })}
            aria-current={number === page ? "page" : undefined}
            data-of={pages}
          >
            {`${number} `}
          </Link>
        ),
      )}
      <Step to={page < pages && hrefOf(page + 1)} rel="next" text={words.next} />
    </nav>
  );
}
