import type { ComponentProps, ReactNode } from "react";
import * as words from "../../../content/words/en/desk-news.json";
import type { DeskNewsFields, DeskNewsPage, DeskNewsState } from "../../../shared/contract/desk.ts";
import { LANGUAGES } from "../../../shared/languages.ts";
import { paths } from "../../../shared/paths.ts";
import { RichText } from "../../components/article/rich-text.tsx";
import styles from "../../components/forms/form.module.css";
import { Link } from "../../components/links/link.tsx";
import { ItemPicture } from "../../components/media/item-picture.tsx";
import { siteHref } from "../../format/hrefs.ts";
import { inLanguage } from "../../format/text.ts";
import desk from "./desk.module.css";
import {
  ActionButtons,
  Actions,
  DeskFrame,
  deskPage,
  Facts,
  moment,
  Question,
} from "./desk-page.tsx";

/** The buttons by state; the first one is that of the Enter key. */
const BUTTONS = {
  draft: ["save", "preview", "publish", "plan"],
  planned: ["save", "preview", "publish", "plan", "unpublish"],
  published: ["save", "preview", "unpublish"],
} as const satisfies Record<DeskNewsState, readonly string[]>;

type Name = keyof DeskNewsFields | "picture";
type Errors = DeskNewsPage["errors"];

/** Label, hint and error of a control, which has the name as its id. */
function Field({ name, errors, children }: { name: Name; errors: Errors; children: ReactNode }) {
  const { fields, hints }: { fields: Record<string, string>; hints: Record<string, string> } =
    words;
  const error = errors[name];
  return (
    <div className="stack tight">
      <div className={styles.field}>
        <label htmlFor={name}>{fields[name]}</label>
        {hints[name] !== undefined && (
          <p id={`${name}-hint`} className="muted small">
            {hints[name]}
          </p>
        )}
        {error !== undefined && (
          <p id={`${name}-error`} className={styles.error}>
            {words.errors[error]}
          </p>
        )}
        {children}
      </div>
    </div>
  );
}

/** What every control has. */
function controlOf(name: Name, errors: Errors) {
  const hasHint = name in words.hints;
  const hasError = errors[name] !== undefined;
  const about = [hasHint && `${name}-hint`, hasError && `${name}-error`].filter(Boolean).join(" ");
  return {
    id: name,
    name,
    className: styles.control,
    "aria-invalid": hasError || undefined,
    "aria-describedby": about || undefined,
  };
}

type FormProps = Pick<DeskNewsPage, "fields" | "errors">;

function TextInput({
  name,
  fields,
  errors,
  ...rest
}: FormProps & { name: keyof DeskNewsFields } & ComponentProps<"input">) {
  return (
    <Field name={name} errors={errors}>
      <input {...rest} {...controlOf(name, errors)} defaultValue={fields[name]} />
    </Field>
  );
}

function TextArea({
  name,
  rows,
  fields,
  errors,
}: FormProps & { name: keyof DeskNewsFields; rows: number }) {
  return (
    <Field name={name} errors={errors}>
      <textarea {...controlOf(name, errors)} rows={rows} defaultValue={fields[name]} />
    </Field>
  );
}

/** The picture that there is, and another one in its place. */
function PictureFields({ fields, errors, item }: FormProps & Pick<DeskNewsPage, "item">) {
  const picture = item?.image ?? null;
  return (
    <fieldset className="panel stack">
      <legend>{words.fields.picture}</legend>
      {picture !== null && (
        <>
          <div className={desk.thumbnail}>
            <ItemPicture picture={picture} id="picture" words={[fields.title]} isDecoration />
          </div>
          <label className="cluster">
            <input type="checkbox" name="noPicture" value="1" />
            {words.noPicture}
          </label>
        </>
      )}
      <input type="hidden" name="upload" value={fields.upload} />
      {fields.upload !== "" && <p>{words.kept}</p>}
      <Field name="picture" errors={errors}>
        <input
          {...controlOf("picture", errors)}
          type="file"
          accept="image/jpeg,image/png,image/webp"
        />
      </Field>
      <TextInput name="alt" fields={fields} errors={errors} />
    </fieldset>
  );
}

function NewsForm({ page }: { page: DeskNewsPage }) {
  const { id, state, fields, errors, categories } = page;
  const shared = { fields, errors };
  return (
    <form
      className="measure stack"
      method="post"
      encType="multipart/form-data"
      action={siteHref(`/staff/news/${id ?? "new"}`)}
    >
      <input type="hidden" name="version" value={fields.version} />
      <TextInput name="title" {...shared} />
      <TextArea name="text" rows={20} {...shared} />
      <TextArea name="excerpt" rows={3} {...shared} />
      <TextInput name="category" list="categories" {...shared} />
      <datalist id="categories">
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      <Field name="language" errors={errors}>
        <select {...controlOf("language", errors)} defaultValue={fields.language}>
          <option value="">{words.choose}</option>
          {LANGUAGES.map((language) => (
            <option key={language} value={language}>
              {words.languages[language]}
            </option>
          ))}
        </select>
      </Field>
      <PictureFields item={page.item} {...shared} />
      {state !== "published" && <TextInput name="at" type="datetime-local" {...shared} />}
      <ActionButtons
        buttons={BUTTONS[state].map((button) => [
          button,
          button === "save" ? words.saves[state] : words.buttons[button],
        ])}
      />
    </form>
  );
}

/** As visitors would see it, after the same cleaning. */
function Preview({ item }: { item: NonNullable<DeskNewsPage["item"]> }) {
  return (
    <section className="panel stack" aria-labelledby="preview">
      <h2 id="preview">{words.preview}</h2>
      <p>{words.previewText}</p>
      <h3 className="large" {...inLanguage(item.language)}>
        {item.title}
      </h3>
      {item.image !== null && (
        <ItemPicture picture={item.image} id="preview" words={[item.title]} />
      )}
      {item.excerpt !== null && <p {...inLanguage(item.language)}>{item.excerpt}</p>}
      {item.body !== null && <RichText html={item.body} language={item.language} />}
    </section>
  );
}

export const page = deskPage("news", words.title, ({ page: view }) => {
  const { id, state, slug, fields, errors, item, isPreview, isDeleting, actions } = view;
  const hasErrors = Object.keys(errors).length > 0;
  const path = `/staff/news/${id}`;
  return (
    <DeskFrame title={id === null ? words.write : fields.title || words.title} part="/staff/news">
      <p className="links">
        <Link className="touch" to="/staff/news">
          {words.back}
        </Link>
        {state === "published" && (
          <Link className="touch" to={paths.newsItem(slug)}>
            {words.seen}
          </Link>
        )}
      </p>
      {isDeleting && (
        <Question
          title={words.deleteTitle}
          text={words.deleteText}
          action={path}
          yes={["delete", words.deleteYes]}
          no={words.deleteNo}
        />
      )}
      {hasErrors && (
        <p className={styles.error} role="alert">
          {errors.version === undefined ? words.wrong : words.errors.stale}
        </p>
      )}
      {isPreview && item !== null && <Preview item={item} />}
      <Facts
        facts={[
          [words.state, words.stateNames[state]],
          ...(item?.publishedAt == null || state === "draft"
            ? []
            : [[words.dates[state], moment(item.publishedAt)] as const]),
        ]}
      />
      <NewsForm page={view} />
      {id !== null && (
        <p>
          <Link className="touch" to={`${path}?ask=delete`}>
            {words.remove}
          </Link>
        </p>
      )}
      <Actions actions={actions} />
      <p className="muted small">{words.help}</p>
    </DeskFrame>
  );
});
