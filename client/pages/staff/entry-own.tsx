import * as words from "../../../content/words/en/desk-writing.json";
import type { DeskEntry } from "../../../shared/contract/desk.ts";
import type { DeskOwn, DeskTwin, EntryKind } from "../../../shared/contract/desk-entries.ts";
import { fill } from "../../../shared/fill.ts";
import { withQuery } from "../../../shared/paths.ts";
import { describedBy, FieldFrame } from "../../components/forms/fields.tsx";
import form from "../../components/forms/form.module.css";
import { Button } from "../../components/links/button.tsx";
import { Banner } from "../../components/sections/banner.tsx";
import { siteHref } from "../../format/hrefs.ts";
import { errorOf, FormField, moment, TouchLink } from "./desk-page.tsx";

type Texts = Readonly<Record<"published" | "planned" | "draft" | "missing", string>>;

const stateText = ({ language, state }: DeskTwin, texts: Texts): string =>
  fill(texts[state ?? "missing"], { language: words.languages[language] });

/** Returns in which languages an item is written, in a few words: "English published, Kiswahili missing". */
export const languagesText = (languages: readonly DeskTwin[]): string =>
  languages.map((one) => stateText(one, words.short)).join(", ");

interface Props {
  kind: EntryKind;
  entry: DeskEntry;
}

/** Shows the languages of an item, with links to write or to open the other one. */
function Languages({ kind, entry, own }: Props & { own: DeskOwn }) {
  const isNew = entry.id === "new";
  const others = own.languages.filter(({ id }) => id !== entry.id);
  if (own.languages.length === 0) return null;
  return (
    <div>
      <p>{own.languages.map((one) => stateText(one, words.inLanguage)).join(" · ")}</p>
      {others.map(({ language, id, title }) => {
        if (id === null && isNew) return null;
        if (id === null)
          return (
            <TouchLink key={language} to={withQuery(`/staff/${kind}/new`, { twin: entry.id })}>
              {words.write[language]}
            </TouchLink>
          );
        return isNew ? (
          <TouchLink key={language} to={`/staff/${kind}/${id}`} target="_blank">
            {fill(words.source, { title })}
          </TouchLink>
        ) : (
          <TouchLink key={language} to={`/staff/${kind}/${id}`}>
            {words.open[language]}
          </TouchLink>
        );
      })}
    </div>
  );
}

/** Offers texts that this person has typed into the form, perhaps on another device, and not saved. */
const Typed = ({ path, at }: { path: string; at: string }) => (
  <div id="typed">
    <Banner kind="info">
      <p>{fill(words.typed, { at: moment(at) })}</p>
      <TouchLink to={`${path}?typed`}>{words.bringBack}</TouchLink>
      <form method="post" action={siteHref(path)}>
        <Button type="submit" name="action" value="drop">
          {words.drop}
        </Button>
      </form>
    </Banner>
  </div>
);

/** Shows what only an item of this site has, above its form: languages, versions, links, and texts that were not saved. */
export function OwnLinks({ kind, entry }: Props) {
  const { own, id } = entry;
  if (own === null) return null;
  const path = `/staff/${kind}/${id}`;
  return (
    <>
      {own.tookFrom !== null && (
        <Banner kind="info">
          <p role="status">{fill(words.took, { title: own.tookFrom })}</p>
        </Banner>
      )}
      {own.typedAt !== null && !entry.isTyped && <Typed path={path} at={own.typedAt} />}
      <Languages kind={kind} entry={entry} own={own} />
      <div className="links">
        {own.publicPath !== null && <TouchLink to={own.publicPath}>{words.seen}</TouchLink>}
        {own.hasVersions && (
          <TouchLink to={`/staff/versions/${kind}-${id}`}>{words.versions.link}</TouchLink>
        )}
      </div>
    </>
  );
}

/** The fields that only an item of this site has: its address, and the item that it translates. */
export function OwnFields({ entry, own }: { entry: DeskEntry; own: DeskOwn }) {
  const id = "field-twin";
  const error = errorOf(entry, "twin");
  return (
    <>
      <FormField
        name="slug"
        label={words.slug}
        hint={fill(words.slugHint, { folder: own.folder })}
        given={entry}
      />
      <FieldFrame
        id={id}
        words={{ label: words.twin, hint: words.twinHint }}
        isRequired
        error={error}
      >
        <select
          id={id}
          name="twin"
          className={form.control}
          defaultValue={entry.fields.twin ?? ""}
          aria-invalid={error !== null || undefined}
          aria-describedby={describedBy(id, true, error)}
        >
          <option value="">{words.noTwin}</option>
          {own.choices.map((choice) => (
            <option key={choice.id} value={choice.id} lang={choice.language}>
              {`${choice.title} (${choice.language.toUpperCase()})`}
            </option>
          ))}
        </select>
      </FieldFrame>
    </>
  );
}

/** The control that says when a story is published, above the one button that publishes. */
export const PublishTime = ({ entry }: { entry: DeskEntry }) => {
  const isLater = entry.fields.when === "at";
  return (
    <fieldset className="panel stack">
      <legend className="semibold">{words.publish.title}</legend>
      {(["now", "at"] as const).map((when) => (
        <label key={when} className={form.box}>
          <input
            type="radio"
            name="when"
            value={when}
            defaultChecked={isLater === (when === "at")}
          />
          {words.publish[when]}
        </label>
      ))}
      <FormField name="at" type="datetime-local" label={words.publish.time} given={entry} />
    </fieldset>
  );
};

/** The date of the first publication, of a story that has one. */
export const FirstTime = ({ entry, isPublic }: { entry: DeskEntry; isPublic: boolean }) => (
  <FormField
    name="firstAt"
    type="datetime-local"
    label={words.firstAt}
    hint={isPublic ? words.firstAtHint : words.firstAtAgain}
    given={entry}
  />
);
