import {
  desktop,
  en,
  goOn,
  lookAbout,
  lookAlone,
  lookPage,
  lookShow,
  lookTitle,
  phone,
  sw,
} from "../../../content/words/en/desk-website.json";
import { fill } from "../../../shared/fill.ts";
import { withQuery } from "../../../shared/paths.ts";
import { Link } from "../../components/links/link.tsx";
import { siteHref } from "../../format/hrefs.ts";
import { DeskFrame, TouchLink, type View } from "./desk-page.tsx";
import styles from "./website.module.css";
import { nameOfDocument } from "./website-list.tsx";

const WIDTHS = { desktop, phone };
const LANGUAGES = { en, sw };

/** Renders a page of the site with the draft of a document, in either language, as wide as a desktop or a phone. */
export function WebsiteLook({ page: look }: View<"website-look">) {
  const { document, page, language, width } = look;
  const path = `/staff/website/${document.id}`;
  const name = nameOfDocument(document.name, document.title);
  const shown = siteHref(withQuery(`${path}/preview`, { page, in: language }));
  const linkTo = (query: Partial<Record<"look" | "in" | "width", string>>) =>
    withQuery(path, { look: page, in: language, width, ...query });
  return (
    <DeskFrame title={fill(lookTitle, { name })} section="website">
      <p>{lookAbout}</p>
      <nav className="links" aria-label={lookPage}>
        <Link to={path}>{goOn}</Link>
        {document.pages.map((one) => (
          <Link key={one} to={linkTo({ look: one })} aria-current={one === page || undefined}>
            {one}
          </Link>
        ))}
      </nav>
      <nav className="links" aria-label={lookShow}>
        {Object.entries(LANGUAGES).map(([one, text]) => (
          <Link key={one} to={linkTo({ in: one })} aria-current={one === language || undefined}>
            {text}
          </Link>
        ))}
        {Object.entries(WIDTHS).map(([one, text]) => (
          <Link key={one} to={linkTo({ width: one })} aria-current={one === width || undefined}>
            {text}
          </Link>
        ))}
      </nav>
      <iframe className={styles.look} data-width={width} src={shown} title={page} />
      <TouchLink to={`${path}/preview?${new URLSearchParams({ page, in: language })}`}>
        {lookAlone}
      </TouchLink>
    </DeskFrame>
  );
}
