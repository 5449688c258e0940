import * as newsWords from "../../../content/words/en/desk-news.json";
import * as words from "../../../content/words/en/desk-writing.json";
import { fields as eventFields } from "../../../content/words/en/staff.json";
import type {
  DeskBinRow,
  DeskChange,
  DeskVersions,
  DiffLine,
  EntryKind,
} from "../../../shared/contract/desk-entries.ts";
import { fill } from "../../../shared/fill.ts";
import { Button } from "../../components/links/button.tsx";
import { Banner } from "../../components/sections/banner.tsx";
import { siteHref } from "../../format/hrefs.ts";
import { inLanguage } from "../../format/text.ts";
import {
  ActionForm,
  DeskFrame,
  FormField,
  moment,
  Panel,
  Stale,
  TouchLink,
  type View,
  wordOf,
} from "./desk-page.tsx";
import styles from "./entry-versions.module.css";

const { versions: texts, bin } = words;

const nameOfField = (kind: EntryKind, field: string): string =>
  wordOf({ ...(kind === "news" ? newsWords.fields : eventFields), ...words.fields }, field);

/** A line of a compared text. The mark is read aloud in words. */
function Line({ kind, text }: DiffLine) {
  if (kind === "gap") return <li className={styles.gap}>⋯</li>;
  if (kind === "same") return <li>{text || "\u00a0"}</li>;
  const Mark = kind === "removed" ? "del" : "ins";
  return (
    <li>
      <Mark className={styles[kind]}>
        <span className="visually-hidden">{`${texts[kind]} `}</span>
        {text || "\u00a0"}
      </Mark>
    </li>
  );
}

/** A field that differs: a long text line by line, anything else before and after. */
function Change({ kind, change }: { kind: EntryKind; change: DeskChange }) {
  const { field, before, after, lines } = change;
  const isPicture = field === "picture";
  const show = (text: string) => (isPicture && text ? texts.otherPicture : text) || texts.empty;
  return (
    <section className="stack tight">
      <h3>{nameOfField(kind, field)}</h3>
      {lines === null ? (
        <ul role="list" className={styles.lines} dir="auto">
          <Line kind="removed" text={show(before)} />
          <Line kind="added" text={show(after)} />
        </ul>
      ) : (
        <ul role="list" className={styles.lines} dir="auto">
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and never move
            <Line key={index} {...line} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Compared({
  kind,
  compared,
  newest,
  id,
}: Pick<DeskVersions, "kind" | "compared" | "id"> & { newest: string }) {
  if (compared === null) return null;
  const { from, to, changes } = compared;
  return (
    <Panel id="compared" title={fill(texts.compared, { from, to })}>
      {changes.length === 0 && <p>{texts.same}</p>}
      {changes.map((change) => (
        <Change key={change.field} kind={kind} change={change} />
      ))}
      {[from, to]
        .filter((version, index, all) => version !== newest && all.indexOf(version) === index)
        .map((version) => (
          <Restore
            key={version}
            path={`/staff/versions/${kind}-${id}`}
            version={version}
            basis={newest}
          />
        ))}
    </Panel>
  );
}

const Restore = ({ path, version, basis }: { path: string; version: string; basis: string }) => (
  <ActionForm action={path} buttons={[["restore", fill(texts.restore, { version })]]}>
    <input type="hidden" name="version" value={version} />
    <input type="hidden" name="basis" value={basis} />
  </ActionForm>
);

/** Renders the versions of an item, of which two can be compared and an earlier one put back. */
export function EntryVersions({ page: { versions, stale } }: View<"versions">) {
  const { kind, id, title, compared, versions: rows } = versions;
  const [newest, before] = rows;
  const path = `/staff/versions/${kind}-${id}`;
  const options = Object.fromEntries(
    // Keys that are numbers would be sorted, so the form shows the newest last.
    rows.map(({ version, at }) => [version, `${version} – ${moment(at)}`]),
  );
  const given = {
    fields: {
      from: compared?.from ?? before?.version ?? "",
      to: compared?.to ?? newest?.version ?? "",
    },
    errors: {},
  };
  return (
    <DeskFrame title={fill(texts.title, { title })} section={kind}>
      {stale && <Stale {...stale} />}
      <TouchLink to={`/staff/${kind}/${id}`}>{texts.back}</TouchLink>
      <p className="measure">{rows.length > 1 ? texts.about : texts.one}</p>
      {rows.length > 1 && (
        <form className="cluster" action={siteHref(path)}>
          <FormField name="from" label={texts.from} options={options} given={given} />
          <FormField name="to" label={texts.to} options={options} given={given} />
          <Button type="submit">{texts.compare}</Button>
        </form>
      )}
      <Compared kind={kind} id={id} compared={compared} newest={newest?.version ?? ""} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table */}
      <section className={styles.table} tabIndex={0} aria-label={texts.link}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.number}</th>
              <th scope="col">{texts.at}</th>
              <th scope="col">{texts.by}</th>
              {kind === "news" && <th scope="col">{texts.state}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ version, at, by, state }) => (
              <tr key={version}>
                <td>{version}</td>
                <td>
                  {version === newest?.version ? `${moment(at)} (${texts.present})` : moment(at)}
                </td>
                <td>{by || texts.nobody}</td>
                {state !== null && <td>{newsWords.stateNames[state]}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </DeskFrame>
  );
}

const BinRow = ({ kind, id, title, language, deletedAt, erasedAt, by }: DeskBinRow) => (
  <li className="panel stack tight">
    <h2 className="large" {...inLanguage(language)}>
      {title}
    </h2>
    <p className="muted small">
      {`${bin.kinds[kind]} · ${bin.columns.deleted}: ${fill(bin.deleted, { at: moment(deletedAt), by: by || texts.nobody })} · ${bin.columns.erased}: ${moment(erasedAt)}`}
    </p>
    <form className="cluster" method="post" action={siteHref("/staff/bin")}>
      <input type="hidden" name="item" value={`${kind}-${id}`} />
      <Button type="submit" name="action" value="put-back" aria-label={`${bin.putBack}: ${title}`}>
        {bin.putBack}
      </Button>
      <Button type="submit" name="action" value="erase" aria-label={`${bin.erase}: ${title}`}>
        {bin.erase}
      </Button>
    </form>
  </li>
);

/** Renders the deleted news and events, each with the buttons that put it back or erase it. */
export const Bin = ({ page: { rows, isGone } }: View<"bin">) => (
  <DeskFrame title={bin.title} section="news">
    {isGone && (
      <Banner kind="bad" role="alert">
        {bin.gone}
      </Banner>
    )}
    <p className="measure">{rows.length === 0 ? bin.none : bin.about}</p>
    <ul role="list" className="stack">
      {rows.map((row) => (
        <BinRow key={row.kind + row.id} {...row} />
      ))}
    </ul>
  </DeskFrame>
);
