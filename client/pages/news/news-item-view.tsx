import { article as ending } from "../../../content/endings.json?article";
import * as words from "../../../content/words/en/news-item.json";
import type { Outcome, OutcomeMeta } from "../../../shared/contract/site-data.ts";
import type { NewsItem } from "../../../shared/model/news-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import { Article } from "../../components/article/article.tsx";
import { RichText } from "../../components/article/rich-text.tsx";
import { DateText } from "../../components/dates/date-text.tsx";
import { ItemFailed, ItemNotFound } from "../../components/feedback/item-unavailable.tsx";
import { useFailureNotification } from "../../components/feedback/notifications.tsx";
import { SavedCopy } from "../../components/feedback/state-box.tsx";
import { ItemLinks, RelatedReading } from "../../components/links/item-links.tsx";
import { Link } from "../../components/links/link.tsx";
import { ShareLinks } from "../../components/links/share-links.tsx";
import { CallToActionBand } from "../../components/sections/call-to-action-band.tsx";

const CRUMBS = [{ text: words.section, href: paths.newsFeed() }];

export function NewsItemView({ outcome }: { outcome: Outcome<NewsItem> }) {
  useFailureNotification("article", outcome);
  if (outcome.kind === "not-found")
    return <ItemNotFound title={words.notFound} text={words.notFoundText} />;
  if (outcome.kind === "unavailable") return <ItemFailed title={words.failed} />;
  return (
    <>
      <LoadedItem item={outcome.data} meta={outcome.meta} />
      <CallToActionBand {...ending} />
    </>
  );
}

function LoadedItem({ item, meta }: { item: NewsItem; meta: OutcomeMeta }) {
  const { slug, title, summary, excerpt, categories } = item;
  return (
    <Article
      crumbs={CRUMBS}
      title={title}
      language={item.language}
      eyebrow={<Categories names={categories} />}
      id={item.id}
      isRecorded
      picture={item.image}
      words={[...categories, ...item.tags, title]}
      facts={[
        {
          name: words.published,
          value: <DateText at={item.publishedAt} precision={item.publishedPrecision} withTime />,
        },
        ...(item.author === null ? [] : [{ name: words.author, value: item.author }]),
        ...(item.source === null ? [] : [{ name: words.source, value: item.source }]),
      ]}
      standfirst={summary ?? excerpt}
      tags={item.tags.map((tag) => ({ text: tag, href: paths.newsFeed({ type: "news", tag }) }))}
      foot={<ShareLinks title={title} path={paths.newsItem(slug)} />}
      aside={
        <>
          <ItemLinks title={words.relatedNews} items={item.relatedNews} hrefOf={paths.newsItem} />
          <ItemLinks title={words.relatedEvents} items={item.relatedEvents} hrefOf={paths.event} />
          {item.relatedNews.length + item.relatedEvents.length === 0 && (
            <RelatedReading path={paths.newsItem(slug)} />
          )}
        </>
      }
    >
      <SavedCopy meta={meta} />
      {item.body !== null && <RichText html={item.body} language={item.language} />}
    </Article>
  );
}

function Categories({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && <span> · </span>}
      <Link to={paths.newsFeed({ type: "news", category: name })}>{name}</Link>
    </span>
  ));
}
