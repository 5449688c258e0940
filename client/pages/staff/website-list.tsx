import * as words from "../../../content/words/en/desk-website.json";
import type { SiteRow, SiteSection } from "../../../shared/contract/desk-website.ts";
import { fill } from "../../../shared/fill.ts";
import { Button } from "../../components/links/button.tsx";
import { Link } from "../../components/links/link.tsx";
import { siteHref } from "../../format/hrefs.ts";
import deskStyles from "./desk.module.css";
import { ActionForm, DeskFrame, FormField, moment, type View, wordOf } from "./desk-page.tsx";
import styles from "./website.module.css";

/** Returns the name of a document, or of a part of it (`site#contact`), as the office calls it. */
export function nameOfDocument(name: string, title = ""): string {
  const [document = "", part] = name.split("#");
  if (part !== undefined) return wordOf(words.parts, part);
  const [folder = "", slug] = document.split("/");
  if (slug === undefined) return wordOf(words.names, document);
  return fill(wordOf(words.folders, folder), { name: title || slug.replaceAll("-", " ") });
}

/** Returns the state of a document, with its last change. */
const stateLine = ({ state, changedAt, changedBy }: SiteRow): string =>
  changedAt === null
    ? words.states[state]
    : fill(words.changed, {
        state: words.states[state],
        at: moment(changedAt),
        by: changedBy ?? "",
      });

const Row = ({ row }: { row: SiteRow }) => (
  <li className={styles.row} data-state={row.state}>
    <Link className="touch" to={row.href}>
      {row.name.includes("/") && row.title ? row.title : nameOfDocument(row.name, row.title)}
    </Link>
    <span className="muted small">{stateLine(row)}</span>
    {row.found !== "" && <q className={`${styles.found} small`}>{row.found}</q>}
  </li>
);

/** Renders a form that begins a new entry with its title. */
const AddEntry = ({ folder }: { folder: string }) => (
  <details className={styles.add}>
    <summary className="touch">{wordOf(words.add, folder)}</summary>
    <ActionForm action="/staff/website" buttons={[["create", words.addButton]]}>
      <input type="hidden" name="folder" value={folder} />
      <FormField name="title" about={`title-${folder}`} label={words.addTitle} required />
    </ActionForm>
  </details>
);

function Section({ section, isSearch }: { section: SiteSection; isSearch: boolean }) {
  const { id, adds, rows } = section;
  if (isSearch && rows.length === 0) return null;
  return (
    <section className="panel stack" aria-labelledby={`section-${id}`}>
      <h2 id={`section-${id}`} className="large">
        {wordOf(words.sections, id)}
      </h2>
      <ul role="list" className={styles.rows}>
        {rows.map((row) => (
          <Row key={row.href} row={row} />
        ))}
      </ul>
      {adds !== null && !isSearch && <AddEntry folder={adds} />}
    </section>
  );
}

/** Renders what can be edited, by what it is, with a search for any text that a visitor sees. */
export function Website({ page: { q, sections } }: View<"website">) {
  const isEmpty = sections.every(({ rows }) => rows.length === 0);
  return (
    <DeskFrame title={words.title} section="website">
      <p className="measure">{words.intro}</p>
      <form className={deskStyles.filter} action={siteHref("/staff/website")}>
        <FormField
          name="q"
          type="search"
          label={words.search}
          hint={words.searchHint}
          given={{ fields: { q }, errors: {} }}
        />
        <Button type="submit">{words.show}</Button>
      </form>
      {isEmpty && <p>{fill(words.none, { q })}</p>}
      <div className={styles.sections}>
        {sections.map((section) => (
          <Section key={section.id} section={section} isSearch={q !== ""} />
        ))}
      </div>
    </DeskFrame>
  );
}
