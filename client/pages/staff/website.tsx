import { problems } from "../../../content/words/en/desk.json";
import * as words from "../../../content/words/en/desk-website.json";
import type { DeskDocument, DeskFields } from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import { Button } from "../../components/links/button.tsx";
import { Link } from "../../components/links/link.tsx";
import { Banner } from "../../components/sections/banner.tsx";
import { siteHref } from "../../format/hrefs.ts";
import styles from "./desk.module.css";
import {
  ActionForm,
  DeskFrame,
  FormField,
  moment,
  Panel,
  TouchLink,
  type View,
  wordOf,
} from "./desk-page.tsx";

/** Returns the name of a document as the office calls it. */
export function nameOfDocument(name: string): string {
  const [folder = "", slug] = name.split("/");
  if (slug === undefined) return wordOf(words.names, name);
  const text = wordOf(words.folders, folder);
  return fill(text, { name: slug.replaceAll("-", " ") });
}

/** Renders the list of the documents of the website, with a search for any text that a visitor sees. */
export function Website({ page: { q, rows } }: View<"website">) {
  return (
    <DeskFrame title={words.title} section="website">
      <p className="measure">{words.intro}</p>
      <form className={styles.filter} action={siteHref("/staff/website")}>
        <FormField
          name="q"
          type="search"
          label={words.search}
          hint={words.searchHint}
          given={{ fields: { q }, errors: {} }}
        />
        <Button type="submit">{words.show}</Button>
      </form>
      {rows.length === 0 ? (
        <p>{fill(words.none, { q })}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table
        <section className={styles.table} tabIndex={0} aria-label={words.title}>
          <table className={styles.documents}>
            <thead>
              <tr>
                {Object.entries(words.columns).map(([name, text]) => (
                  <th key={name} scope="col">
                    {text}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, name, state, changedAt, changedBy }) => (
                <tr key={id}>
                  <th scope="row">
                    <Link className="touch" to={`/staff/website/${id}`}>
                      {nameOfDocument(name)}
                    </Link>
                  </th>
                  <td>{words.states[state]}</td>
                  <td>{changedAt !== null && `${moment(changedAt)}, ${changedBy}`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </DeskFrame>
  );
}

/** Returns the name of a field as a person reads it: `offices.0.addressLines.1` is "offices 1, address lines 2". */
function labelOf(path: string): string {
  const parts = path.split(".").map((part) => {
    if (/^\d+$/.test(part)) return ` ${Number(part) + 1}`;
    return `, ${part
      .replaceAll("-", " ")
      .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()}`;
  });
  const label = parts.join("").replace(/^, /, "");
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** The number of characters that a field of one line shows on a phone. */
const LINE = 30;

interface TextProps {
  name: string;
  label: string;
  value: string;
}

/** Renders one text or number. A long text has as many lines as it needs. */
const TextField = ({ name, label, value }: TextProps) => (
  <FormField
    name={name}
    label={label}
    {...(value.length > LINE && { rows: Math.min(12, Math.ceil(value.length / LINE)) })}
    given={{ fields: { [name]: value }, errors: {} }}
  />
);

/** Renders the texts of a document one by one, English and Kiswahili beside each other. */
const SingleFields = ({ fields: { facts, words: texts } }: { fields: DeskFields }) => (
  <>
    <input type="hidden" name="form" value="fields" />
    {texts.map(({ path, en, sw }) => (
      <div key={path} className="split">
        {en !== null && (
          <TextField
            name={`en:${path}`}
            label={fill(words.inEnglish, { label: labelOf(path) })}
            value={en}
          />
        )}
        {sw !== null && (
          <TextField
            name={`sw:${path}`}
            label={fill(words.inKiswahili, { label: labelOf(path) })}
            value={sw}
          />
        )}
      </div>
    ))}
    {facts.length > 0 && (
      <fieldset className="stack">
        <legend className="large semibold">{words.facts}</legend>
        {facts.map(({ path, value }) => (
          <TextField key={path} name={`facts:${path}`} label={labelOf(path)} value={value} />
        ))}
      </fieldset>
    )}
  </>
);

/** Renders the texts of a document as its files have them. */
const WholeTexts = ({ texts }: Pick<DeskDocument, "texts">) =>
  Object.entries(texts).map(
    ([part, text]) =>
      text !== null && (
        <FormField
          key={part}
          name={part}
          label={part === "facts" ? words.facts : part === "en" ? words.en : words.sw}
          rows={16}
          spellCheck={part !== "facts"}
          given={{ fields: { [part]: text }, errors: {} }}
        />
      ),
  );

/** Renders one document: its facts and its words in both languages, to save, to look at and to publish. */
export function WebsiteDocument({ page: { document } }: View<"document">) {
  const { id, name, texts, fields, errors, version, state, versions } = document;
  const path = `/staff/website/${id}`;
  return (
    <DeskFrame title={nameOfDocument(name)} section="website">
      <TouchLink to="/staff/website">{words.back}</TouchLink>
      {fields === null ? (
        <TouchLink to={path}>{words.single}</TouchLink>
      ) : (
        <div>
          <p className="muted small">{words.wholeAbout}</p>
          <TouchLink to={`${path}?whole`}>{words.whole}</TouchLink>
        </div>
      )}
      {document.obstacle !== null && (
        <Banner kind="bad" role="alert">
          {problems[document.obstacle]}
        </Banner>
      )}
      {document.isStale && (
        <Banner kind="bad" role="alert">
          {words.stale}
        </Banner>
      )}
      {document.isFileNewer && <Banner kind="info">{words.fileNewer}</Banner>}
      {errors.length > 0 && (
        <Banner kind="bad" role="alert">
          <h2 className="large">{words.errors}</h2>
          <ul className="bullets">
            {errors.map((error) => (
              <li key={error}>{error === "too-long" ? words.tooLong : error}</li>
            ))}
          </ul>
        </Banner>
      )}
      <ActionForm
        action={path}
        className="stack loose"
        buttons={[
          ["save", words.save],
          ["publish", words.publish],
          ...(state === "file" ? [] : [["discard", words.discard] as const]),
        ]}
      >
        <input type="hidden" name="version" value={version} />
        {fields === null ? <WholeTexts texts={texts} /> : <SingleFields fields={fields} />}
      </ActionForm>
      <form className={styles.filter} action={siteHref(`${path}/preview`)}>
        <FormField
          name="page"
          label={words.preview}
          given={{ fields: { page: "/" }, errors: {} }}
        />
        <Button type="submit">{words.preview}</Button>
      </form>
      {versions.length > 0 && (
        <Panel id="versions" title={words.versions}>
          <ul role="list">
            {versions.map(({ version: number, state: then, at, by }) => (
              <li key={number}>
                {fill(words.versionLine, { at: moment(at), state: words.states[then], by })}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </DeskFrame>
  );
}
