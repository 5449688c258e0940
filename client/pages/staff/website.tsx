import { problems } from "../../../content/words/en/desk.json";
import * as words from "../../../content/words/en/desk-website.json";
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
} from "./desk-page.tsx";

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
          <table>
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
                      {name}
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

/** Renders one document: its facts and its words in both languages, to save, to look at and to publish. */
export function WebsiteDocument({ page: { document } }: View<"document">) {
  const { id, name, texts, errors, version, state, versions } = document;
  const shown = Object.entries(texts).filter(([, text]) => text !== null);
  const path = `/staff/website/${id}`;
  const fields = Object.fromEntries(shown.map(([kind, text]) => [kind, text ?? ""]));
  return (
    <DeskFrame title={name} section="website">
      <TouchLink to="/staff/website">{words.back}</TouchLink>
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
        buttons={[
          ["save", words.save],
          ["publish", words.publish],
          ...(state === "file" ? [] : [["discard", words.discard] as const]),
        ]}
      >
        <input type="hidden" name="version" value={version} />
        {shown.map(([kind]) => (
          <FormField
            key={kind}
            name={kind}
            label={kind === "facts" ? words.facts : kind === "en" ? words.en : words.sw}
            rows={16}
            spellCheck={kind !== "facts"}
            given={{ fields, errors: {} }}
          />
        ))}
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
