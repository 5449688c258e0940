import type { ComponentProps, ReactNode } from "react";
import * as words from "../../../content/words/en/desk.json";
import * as newsWords from "../../../content/words/en/desk-news.json";
import * as eventWords from "../../../content/words/en/staff.json";
import type { DeskEntry } from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import { describedBy, FieldFrame } from "../../components/forms/fields.tsx";
import form from "../../components/forms/form.module.css";
import { ErrorSummary, FocusedBox } from "../../components/forms/form-shell.tsx";
import { ItemPicture } from "../../components/media/item-picture.tsx";
import { ActionForm, Panel, RecordPage, TouchLink, useDesk, wordOf } from "./desk-page.tsx";

type Given = Pick<DeskEntry, "fields" | "errors">;

function errorOf({ errors }: Given, name: string): string | null {
  const error = errors[name];
  if (error === undefined) return null;
  const { code, max = 0 } = error;
  if (code === "required") return wordOf(words.required, name);
  return fill(wordOf(words.errors, code in words.errors ? code : "invalid"), { max });
}

export interface FieldProps extends ComponentProps<"input"> {
  name: string;
  label: string;
  /** The name of its error, if that is another one. */
  about?: string;
  hint?: string | undefined;
  rows?: number;
  options?: Readonly<Record<string, string>>;
  given?: Given;
}

/** Label, hint, error and control. */
export function FormField(props: FieldProps) {
  const { name, label, about = name, hint, rows, options, ...others } = props;
  const { given = { fields: {}, errors: {} }, ...input } = others;
  const id = `field-${about}`;
  const error = errorOf(given, about);
  const control = {
    id,
    name,
    className: form.control,
    autoComplete: "off",
    defaultValue: input.type === "file" ? undefined : (given.fields[name] ?? ""),
    "aria-invalid": error !== null || undefined,
    "aria-describedby": describedBy(id, hint !== undefined, error),
  } as const;
  const Control = (options ? "select" : rows ? "textarea" : "input") as "input";
  return (
    <FieldFrame id={id} words={{ label, hint }} isRequired error={error}>
      <Control {...control} {...input} {...(rows && { rows })}>
        {options &&
          Object.entries(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
      </Control>
    </FieldFrame>
  );
}

/** The fields of a form. It carries along what else was given, but for those that stand elsewhere. */
export function Fields({
  fields,
  given,
  others = [],
}: {
  fields: readonly FieldProps[];
  given: Given;
  others?: readonly string[];
}) {
  const shown = [...fields.map(({ name }) => name), ...others];
  const hidden = Object.entries(given.fields).filter(([name]) => !shown.includes(name));
  return (
    <>
      {hidden.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map((field) => (
        <FormField key={field.name} {...field} given={given} />
      ))}
    </>
  );
}

/** The picture that there is, and another one in its place. A file that was sent stays with the form by its name. */
const PictureFields = ({ entry, alt }: { entry: DeskEntry; alt: string }) => (
  <fieldset className="panel stack">
    <legend className="semibold">{words.picture}</legend>
    {(entry.picture !== null || entry.fields.noPicture) && (
      <div className={form.pair}>
        {entry.picture && (
          <ItemPicture picture={entry.picture} id="picture" words={[]} isDecoration />
        )}
        <label className={form.box}>
          <input
            {...{ type: "checkbox", name: "noPicture", value: "1" }}
            defaultChecked={Boolean(entry.fields.noPicture)}
          />
          {words.noPicture}
        </label>
      </div>
    )}
    {entry.fields.upload && <p>{words.pictureKept}</p>}
    <FormField
      {...{ name: "picture", label: words.pictureFile, hint: words.pictureHint, given: entry }}
      {...{ type: "file", accept: "image/jpeg,image/png,image/webp" }}
    />
    <FormField name={alt} label={words.pictureAlt} hint={words.altHint} given={entry} />
  </fieldset>
);

/** Why nothing was changed. */
function Problem({ entry, kind }: EntryProps) {
  if (entry.problem === null) return null;
  const { failed, name, said } = entry.problem;
  if (name === "fields") {
    const fields = Object.keys(entry.errors);
    const errors = fields.map((field) => ({ field, message: errorOf(entry, field) ?? "" }));
    return (
      <>
        <h2 className="large">{words.notSaved}</h2>
        <ErrorSummary form="field" errors={errors} />
      </>
    );
  }
  const problem = wordOf({ ...words.problems, ...TEXTS[kind].problems }, name);
  const why = said ? `${problem} ${fill(words.sourceSays, { text: said })}` : problem;
  const isOut = name === "session";
  return (
    <FocusedBox kind="bad" role="alert">
      <h2 className="large">{words.notSaved}</h2>
      <p>{failed ? `${eventWords.failed[failed]}: ${why}` : why}</p>
      {/* In a tab of its own: what was typed stays in this one. */}
      {(isOut || name === "conflict") && (
        <TouchLink to={isOut ? "/staff" : `/staff/${kind}/${entry.id}`} target="_blank">
          {isOut ? words.signInAgain : words.seeAsItIs}
        </TouchLink>
      )}
    </FocusedBox>
  );
}

const TEXTS = { news: newsWords, events: { problems: {}, ...eventWords } };

interface EntryProps {
  kind: keyof typeof TEXTS;
  entry: DeskEntry;
  /** As visitors would see it, after the same cleaning. */
  preview: ReactNode;
  fields: readonly Omit<FieldProps, "label">[];
  /** The name of the text of a picture. */
  alt: string;
  buttons: ComponentProps<typeof ActionForm>["buttons"];
  children?: ReactNode;
}

/** The page of an event or of news: its form, and what is said and asked around it. */
export function EntryPage(props: EntryProps) {
  const { kind, entry, preview, fields, alt, buttons, children } = props;
  const { id, actions, takesFile } = entry;
  const { version, title = "" } = entry.fields;
  const { session } = useDesk();
  const own = TEXTS[kind];
  const hints: Readonly<Record<string, string>> = own.hints;
  const question = { ...own.question, title: fill(own.question.title, { title }) };
  const labelled = fields.map(({ name, ...field }) => {
    return { name, label: wordOf(own.fields, name), hint: hints[name], ...field };
  });
  return (
    <RecordPage
      {...{ part: kind, id, actions, version }}
      title={id === "new" ? own.begin : fill(own.change, { title })}
      question={id === "new" ? null : question}
    >
      <Problem {...props} />
      {preview && (
        <Panel id="preview" title={words.preview}>
          <p className="muted small">{words.previewText}</p>
          {/* Its links lead nowhere. */}
          <div inert className="stack">
            {preview}
          </div>
        </Panel>
      )}
      <ActionForm
        {...{ action: `/staff/${kind}/${id}${session ? `?session=${session}` : ""}`, buttons }}
        noValidate
        encType={takesFile ? "multipart/form-data" : undefined}
      >
        {children}
        <Fields fields={labelled} given={entry} others={[alt, "noPicture"]} />
        {takesFile && <PictureFields entry={entry} alt={alt} />}
      </ActionForm>
    </RecordPage>
  );
}
