import { tags } from "../../../content/words/en/article.json";
import * as words from "../../../content/words/en/news-item.json";
import type { OutcomeMeta } from "../../../shared/contract/site-data.ts";
import type { NewsItem } from "../../../shared/model/news-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import { Article, itemView } from "../../components/article/article.tsx";
import { RichText } from "../../components/article/rich-text.tsx";
import { DateText } from "../../components/dates/date-text.tsx";
import { ItemLinks, RelatedReading } from "../../components/links/item-links.tsx";
import { Link, LinkList } from "../../components/links/link.tsx";
import { counted } from "../../format/text.ts";
import "../../components/links/chips.css";

const CRUMBS = [{ text: words.section, href: paths.newsFeed() }];

/** The number of characters that people read in a minute: some 200 words. */
const LETTERS_A_MINUTE = 1_200;

function readingTime(html: string): string {
  const { length } = html.replaceAll(/<[^<>]*>/g, "");
  return counted(words.minutes, Math.max(1, Math.round(length / LETTERS_A_MINUTE)));
}

function LoadedItem({ item, meta }: { item: NewsItem; meta: OutcomeMeta }) {
  const { slug, title, categories, author, source, relatedNews, relatedEvents } = item;
  return (
    <Article
      item={item}
      meta={meta}
      path={paths.newsItem(slug)}
      crumbs={CRUMBS}
      eyebrow={<Categories names={categories} />}
      isRecorded
      topics={[...categories, ...item.tags, title]}
      facts={[
        [
          words.published,
          <DateText key="day" at={item.publishedAt} precision={item.publishedPrecision} withTime />,
        ],
        [words.author, author ?? ""],
        [words.source, source ?? ""],
        [words.readingTime, item.body === null ? "" : readingTime(item.body)],
      ]}
      standfirst={item.summary ?? item.excerpt}
      aside={
        <>
          <ItemLinks title={words.relatedNews} items={relatedNews} hrefOf={paths.newsItem} />
          <ItemLinks title={words.relatedEvents} items={relatedEvents} hrefOf={paths.event} />
          {relatedNews.length + relatedEvents.length === 0 && (
            <RelatedReading path={paths.newsItem(slug)} />
          )}
        </>
      }
    >
      {item.body !== null && <RichText html={item.body} language={item.language} />}
      {item.tags.length > 0 && (
        <LinkList
          className="chips screen"
          aria-label={tags}
          links={item.tags.map((tag) => ({
            text: tag,
            href: paths.newsFeed({ type: "news", tag }),
          }))}
        />
      )}
    </Article>
  );
}

const Categories = ({ names }: { names: readonly string[] }) =>
  names.map((name, index) => (
    <span key={name}>
      {index > 0 && <span> · </span>}
      <Link to={paths.newsFeed({ type: "news", category: name })}>{name}</Link>
    </span>
  ));

export const NewsItemView = itemView({
  what: "article",
  // Importing the whole file would put all its texts into the page's first script.
  texts: { notFound: words.notFound, notFoundText: words.notFoundText, failed: words.failed },
  Loaded: LoadedItem,
});
