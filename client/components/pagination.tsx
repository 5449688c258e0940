import { Link } from "./link.tsx";
import styles from "./pagination.module.css";

interface Props {
  label: string;
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
}

/**
 * Previous, 1, 2, ... Next as links; nothing when there is one page. At either end the word stays,
 * so that the row does not move under the finger.
 */
export function Pagination({ label, page, pages, hrefOf }: Props) {
  if (pages <= 1) return null;
  return (
    <nav aria-label={label} className={styles.pages}>
      {page > 1 ? (
        <Link to={hrefOf(page - 1)} rel="prev">
          Previous
        </Link>
      ) : (
        <span className={styles.resting}>Previous</span>
      )}
      {Array.from({ length: pages }, (_, index) => index + 1).map((number) => (
        <Link
          key={number}
          to={hrefOf(number)}
          aria-label={`Page ${number}`}
          aria-current={number === page ? "page" : undefined}
        >
          {number}
        </Link>
      ))}
      {page < pages ? (
        <Link to={hrefOf(page + 1)} rel="next">
          Next
        </Link>
      ) : (
        <span className={styles.resting}>Next</span>
      )}
    </nav>
  );
}
