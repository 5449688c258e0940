import { preview as previewButton } from "../../../content/words/en/desk.json";
import * as words from "../../../content/words/en/desk-news.json";
import type { DeskNewsState } from "../../../shared/contract/desk.ts";
import type { NewsItem } from "../../../shared/model/news-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import { RichText } from "../../components/article/rich-text.tsx";
import { ItemPicture } from "../../components/media/item-picture.tsx";
import { inLanguage } from "../../format/text.ts";
import { Facts, moment, TouchLink, type View } from "./desk-page.tsx";
import { EntryPage, FormField, PictureFields } from "./entry-form.tsx";

const { fields: labels, hints } = words;

/** The buttons by state; the first one is that of the Enter key. */
const BUTTONS = {
  draft: ["save", "preview", "publish", "plan"],
  planned: ["save", "preview", "publish", "plan", "unpublish"],
  published: ["save", "preview", "unpublish"],
} as const satisfies Record<DeskNewsState, readonly string[]>;

const NewsPreview = ({ item }: { item: NewsItem }) => (
  <>
    <h3 className="large" {...inLanguage(item.language)}>
      {item.title}
    </h3>
    {item.image !== null && <ItemPicture picture={item.image} id="preview" words={[item.title]} />}
    {item.excerpt !== null && <p {...inLanguage(item.language)}>{item.excerpt}</p>}
    {item.body !== null && <RichText html={item.body} language={item.language} />}
  </>
);

export function NewsView({ page: { entry } }: View<"news">) {
  const { id, state, published, fields, preview, categories } = entry;
  const buttons = { ...words.buttons, preview: previewButton, save: words.saves[state] };
  return (
    <EntryPage
      {...{ entry, part: "/staff/news", texts: words, takesFile: true }}
      title={id === "new" ? words.write : fields.title || words.title}
      preview={preview && <NewsPreview item={preview} />}
      facts={
        <>
          <Facts
            facts={[
              [words.state, words.stateNames[state]],
              [words.dates[state], published ? moment(published.at) : ""],
            ]}
          />
          {state === "published" && published && (
            <TouchLink to={paths.newsItem(published.slug)}>{words.seen}</TouchLink>
          )}
        </>
      }
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
        {...{ name: "category", label: labels.category, hint: hints.category, given: entry }}
        list="categories"
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
      <PictureFields entry={entry} alt="alt" />
      {state !== "published" && (
        <FormField name="at" label={labels.at} type="datetime-local" given={entry} />
      )}
      <p className="muted small">{words.help}</p>
    </EntryPage>
  );
}
