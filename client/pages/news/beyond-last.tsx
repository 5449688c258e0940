import { StateBox } from "../../components/feedback/state-box.tsx";
import { Link } from "../../components/links/link.tsx";

interface Props {
  /** Begins a sentence: "News". */
  list: string;
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
}

/** In place of a list's page beyond its last. */
export function BeyondLast({ list, page, pages, hrefOf }: Props) {
  return (
    <StateBox kind="empty" title={`There is no page ${page}`}>
      <p>{`${list} end on page ${pages}.`}</p>
      <Link to={hrefOf(pages)}>{`Go to page ${pages}`}</Link>
    </StateBox>
  );
}
