import type { ComponentProps, ReactNode } from "react";
import * as words from "../../../content/words/en/desk.json";
import { problem as summaryTitle } from "../../../content/words/en/form-messages.json";
import { results } from "../../../content/words/en/staff.json";
import type { DeskEntry } from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import { describedBy, FieldHint, FieldProblem } from "../../components/forms/fields.tsx";
import form from "../../components/forms/form.module.css";
import { FocusedBox } from "../../components/forms/form-shell.tsx";
import { ItemPicture } from "../../components/media/item-picture.tsx";
import { siteHref } from "../../format/hrefs.ts";
import styles from "./desk.module.css";
import {
  ActionForm,
  Actions,
  DeskFrame,
  Question,
  TouchLink,
  useDesk,
  wordOf,
} from "./desk-page.tsx";

export type Given = Pick<DeskEntry, "fields" | "errors">;

const EMPTY: Given = { fields: {}, errors: {} };

export const idOf = (name: string) => `field-${name.replace(".", "-")}`;

export function errorOf({ errors }: Given, name: string): string | null {
  const error = errors[name];
  if (error === undefined) return null;
  const { code, max = 0 } = error;
  if (code === "required") return wordOf(words.required, name);
  return fill(wordOf(words.errors, code in words.errors ? code : "invalid"), { max });
}

interface FieldProps extends ComponentProps<"input"> {
  /** That of the field and of its error. */
  name: string;
  label: string;
  hint?: string | undefined;
  /** Rows of a text area; an input without. */
  rows?: number;
  /** Of a list to choose from. */
  options?: Readonly<Record<string, string>>;
  given?: Given;
}

/** Label, hint, error and control. */
export function FormField({
  name,
  label,
  hint,
  rows,
  options,
  given = EMPTY,
  ...input
}: FieldProps) {
  const id = idOf(name);
  const error = errorOf(given, name);
  const control = {
    id,
    name,
    className: form.control,
    autoComplete: "off",
    defaultValue: input.type === "file" ? undefined : (given.fields[name] ?? ""),
    "aria-invalid": error !== null || undefined,
    "aria-describedby": describedBy(id, hint !== undefined, error),
  } as const;
  return (
    <div className={form.field} data-invalid={error !== null || undefined}>
      <label htmlFor={id}>{label}</label>
      <FieldHint id={id} hint={hint} />
      <FieldProblem id={id} error={error} />
      {options && (
        <select {...control}>
          {Object.entries(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
      {rows && <textarea {...control} rows={rows} />}
      {!options && !rows && <input {...control} {...input} />}
    </div>
  );
}

/** The picture that there is, and another one in its place. A file that was sent stays with the form by its name. */
export const PictureFields = ({ entry, alt }: { entry: DeskEntry; alt: string }) => (
  <fieldset className="panel stack">
    <legend className="semibold">{words.picture}</legend>
    {entry.picture !== null && (
      <div className={styles.thumbnail}>
        <ItemPicture picture={entry.picture} id="picture" words={[]} isDecoration />
      </div>
    )}
    {(entry.picture !== null || entry.fields.noPicture) && (
      <label className={form.box}>
        <input
          {...{ type: "checkbox", name: "noPicture", value: "1" }}
          defaultChecked={Boolean(entry.fields.noPicture)}
        />
        {words.noPicture}
      </label>
    )}
    <input type="hidden" name="upload" value={entry.fields.upload ?? ""} />
    {entry.fields.upload && <p>{words.pictureKept}</p>}
    <FormField
      {...{ name: "picture", label: words.pictureFile, hint: words.pictureHint, given: entry }}
      {...{ type: "file", accept: "image/jpeg,image/png,image/webp" }}
    />
    <FormField name={alt} label={words.pictureAlt} hint={words.altHint} given={entry} />
  </fieldset>
);

interface PageProps {
  entry: DeskEntry;
  /** The part of the desk. */
  part: string;
  title: string;
  texts: {
    all: string;
    remove: string;
    question: ComponentProps<typeof Question>["words"];
    problems?: Readonly<Record<string, string>>;
  };
  /** As visitors would see it, after the same cleaning. */
  preview: ReactNode;
  /** What else is said above the form. */
  facts?: ReactNode;
  /** What the form carries without showing it. */
  hidden: readonly string[];
  takesFile: boolean;
  buttons: ComponentProps<typeof ActionForm>["buttons"];
  /** The fields. */
  children: ReactNode;
}

/** Why nothing was changed; the fields that cannot be used are links. */
function Problem({ entry, part, texts }: PageProps) {
  if (entry.problem === null) return null;
  const { failed, name, said } = entry.problem;
  const problem = texts.problems?.[name] ?? words.problems[name];
  const why = `${problem} ${said ? fill(words.sourceSays, { text: said }) : ""}`.trim();
  return (
    <FocusedBox kind="bad" role="alert">
      <h2 className="large">{name === "fields" ? summaryTitle : words.notSaved}</h2>
      <p>{failed ? `${results[`${failed}Failed`]}: ${why}` : why}</p>
      {Object.keys(entry.errors).length > 0 && (
        <ul role="list">
          {Object.keys(entry.errors).map((field) => (
            <li key={field}>
              <a href={`#${idOf(field)}`}>{errorOf(entry, field)}</a>
            </li>
          ))}
        </ul>
      )}
      {/* In a tab of its own: what was typed stays in this one. */}
      {(name === "session" || name === "conflict") && (
        <a
          href={siteHref(name === "session" ? "/staff" : `${part}/${entry.id}`)}
          target="_blank"
          rel="noopener"
        >
          {name === "session" ? words.signInAgain : words.seeAsItIs}
        </a>
      )}
    </FocusedBox>
  );
}

/** The page of an event or of news: its form, and what is said and asked around it. */
export function EntryPage(props: PageProps) {
  const { entry, part, title, texts, preview, facts, hidden, takesFile, buttons, children } = props;
  const path = `${part}/${entry.id}`;
  const { session } = useDesk();
  return (
    <DeskFrame title={title} part={part}>
      <TouchLink to={part}>{texts.all}</TouchLink>
      <Problem {...props} />
      {entry.id !== "new" && (
        <Question
          {...{ words: texts.question, path, answer: "delete", version: entry.fields.version }}
        />
      )}
      {preview && (
        <section className="panel stack" aria-labelledby="preview">
          <h2 id="preview" className="large">
            {words.preview}
          </h2>
          <p className="muted small">{words.previewText}</p>
          {/* Its links lead nowhere. */}
          <div inert className="stack">
            {preview}
          </div>
        </section>
      )}
      {facts}
      <ActionForm
        {...{
          action: session ? `${path}?session=${session}` : path,
          buttons,
          noValidate: true,
          className: "measure stack loose",
        }}
        encType={takesFile ? "multipart/form-data" : undefined}
      >
        {hidden.map((name) => (
          <input key={name} type="hidden" name={name} value={entry.fields[name] ?? ""} />
        ))}
        {children}
      </ActionForm>
      {entry.id !== "new" && <TouchLink to={`${path}?ask=delete`}>{texts.remove}</TouchLink>}
      <Actions actions={entry.actions} />
    </DeskFrame>
  );
}
