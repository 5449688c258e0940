import { preview as previewButton, problems } from "../../../content/words/en/desk.json";
import * as words from "../../../content/words/en/desk-news.json";
import type { DeskNews, DeskNewsState } from "../../../shared/contract/desk.ts";
import type { NewsItem } from "../../../shared/model/news-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import { RichText } from "../../components/article/rich-text.tsx";
import { ItemPicture } from "../../components/media/item-picture.tsx";
import { inLanguage } from "../../format/text.ts";
import { Facts, moment, TouchLink } from "./desk-page.tsx";
import { EntryForm, EntryFrame, FormField, PictureFields, Preview } from "./entry-form.tsx";

const PATH = "/staff/news";
const { fields: labels, hints } = words;

/** The buttons by state; the first one is that of the Enter key. */
const BUTTONS = {
  draft: ["save", "preview", "publish", "plan"],
  planned: ["save", "preview", "publish", "plan", "unpublish"],
  published: ["save", "preview", "unpublish"],
} as const satisfies Record<DeskNewsState, readonly string[]>;

const NewsPreview = ({ item }: { item: NewsItem }) => (
  <Preview>
    <h3 className="large" {...inLanguage(item.language)}>
      {item.title}
    </h3>
    {item.image !== null && <ItemPicture picture={item.image} id="preview" words={[item.title]} />}
    {item.excerpt !== null && <p {...inLanguage(item.language)}>{item.excerpt}</p>}
    {item.body !== null && <RichText html={item.body} language={item.language} />}
  </Preview>
);

export function NewsView({ page: { entry } }: { page: { entry: DeskNews } }) {
  const { id, state, published, fields, preview, categories } = entry;
  const buttons = { ...words.buttons, preview: previewButton, save: words.saves[state] };
  return (
    <EntryFrame
      {...{ entry, part: PATH }}
      title={id === "new" ? words.write : fields.title || words.title}
      texts={{
        all: words.back,
        remove: words.remove,
        problems: { ...problems, ...words.problems },
        question: {
          title: words.deleteTitle,
          text: words.deleteText,
          yes: words.deleteYes,
          no: words.deleteNo,
        },
      }}
    >
      {preview !== null && <NewsPreview item={preview} />}
      <Facts
        facts={[
          [words.state, words.stateNames[state]],
          [words.dates[state], published ? moment(published.at) : ""],
        ]}
      />
      {state === "published" && published && (
        <TouchLink to={paths.newsItem(published.slug)}>{words.seen}</TouchLink>
      )}
      <EntryForm
        {...{ entry, part: PATH }}
        takesFile
        hidden={["version", "state"]}
        buttons={BUTTONS[state].map((button) => [button, buttons[button]])}
      >
        <FormField name="title" label={labels.title} given={entry} />
        <FormField name="text" label={labels.text} hint={hints.text} rows={20} given={entry} />
        <FormField
          {...{ name: "excerpt", label: labels.excerpt, hint: hints.excerpt, rows: 3 }}
          given={entry}
        />
        <FormField
          {...{ name: "category", label: labels.category, hint: hints.category }}
          list="categories"
          given={entry}
        />
        <datalist id="categories">
          {categories.map((category) => (
            <option key={category} value={category} />
          ))}
        </datalist>
        <FormField
          {...{ name: "language", label: labels.language, given: entry }}
          options={{ "": words.choose, ...words.languages }}
        />
        <PictureFields entry={entry} labels={labels} alt="alt" />
        {state !== "published" && (
          <FormField name="at" label={labels.at} type="datetime-local" given={entry} />
        )}
      </EntryForm>
      <p className="muted small">{words.help}</p>
    </EntryFrame>
  );
}
