import * as words from "../../../content/words/en/news.json";
import { fill } from "../../../shared/fill.ts";
import { StateBox } from "../../components/feedback/state-box.tsx";
import { Link } from "../../components/links/link.tsx";

interface Props {
  /** "News end on page {pages}." */
  ends: string;
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
}

/** In place of a list's page beyond its last. */
export function BeyondLast({ ends, page, pages, hrefOf }: Props) {
  return (
    <StateBox kind="empty" title={fill(words.noPage, { page })}>
      <p>{fill(ends, { pages })}</p>
      <Link to={hrefOf(pages)}>{fill(words.goToPage, { pages })}</Link>
    </StateBox>
  );
}
