import { useEffect } from "react";
import { article as ending } from "../../../content/endings.json?article";
import * as words from "../../../content/words/en/news-item.json";
import type { Outcome, OutcomeMeta } from "../../../shared/contract/site-data.ts";
import type { NewsItem } from "../../../shared/model/news-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import { Article, ArticleWaiting } from "../../components/article/article.tsx";
import { RichText } from "../../components/article/rich-text.tsx";
import { DateText } from "../../components/dates/date-text.tsx";
import { ItemFailed, ItemNotFound } from "../../components/feedback/item-unavailable.tsx";
import { Notifications, useFailureNotification } from "../../components/feedback/notifications.tsx";
import { SavedCopy } from "../../components/feedback/state-box.tsx";
import { breadcrumbData } from "../../components/links/breadcrumbs.tsx";
import { ItemLinks, RelatedReading } from "../../components/links/item-links.tsx";
import { Link } from "../../components/links/link.tsx";
import { ShareLinks } from "../../components/links/share-links.tsx";
import { CallToActionBand } from "../../components/sections/call-to-action-band.tsx";
import { Streamed } from "../../components/streaming/streamed.tsx";
import { definePage, type HeadContext, type PageHead, type PageProps } from "../../page.ts";
import { newsItemQuery } from "../site.queries.ts";

const CRUMBS = [{ text: words.section, href: paths.newsFeed() }];

function NewsItemView({ outcome }: { outcome: Outcome<NewsItem> }) {
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
  const { id, slug, title, summary, excerpt, categories } = item;
  // Spec section 2: a click is recorded on the article when loaded.
  useEffect(() => {
    import("../../tracking/clicks.ts").then(
      ({ trackLoaded }) => trackLoaded({ type: "news", id, slug, title }),
      () => {},
    );
  }, [id, slug, title]);
  return (
    <Article
      crumbs={CRUMBS}
      title={title}
      language={item.language}
      eyebrow={<Categories names={categories} />}
      id={item.id}
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

function NewsItemPage({ params }: PageProps) {
  const query = newsItemQuery(params.slug ?? "");
  const waiting = <ArticleWaiting crumbs={CRUMBS} label={words.loading} />;
  return (
    <>
      <Streamed query={query} view={NewsItemView} fallback={waiting} />
      <Notifications />
    </>
  );
}

/** The head of an article and its structured data (spec section 9). */
function newsItemHead({ params, peek }: HeadContext): PageHead {
  const slug = params.slug ?? "";
  const canonicalPath = paths.newsItem(slug);
  const query = newsItemQuery(slug);
  const outcome = peek(query);
  if (outcome?.kind !== "ok") {
    const title = outcome?.kind === "not-found" ? words.notFound : words.title;
    return { title, description: "", canonicalPath, noindex: outcome !== null };
  }
  const item = outcome.data;
  const description = item.excerpt ?? item.summary ?? "";
  return {
    title: item.title,
    description,
    canonicalPath,
    type: "article",
    author: item.author,
    publishedTime: item.publishedAt,
    tags: item.tags,
    picture: item.image?.url ?? null,
    alternates: [{ type: "application/json", title: words.asJson, href: query.key }],
    jsonLd: [
      {
        "@type": "NewsArticle",
        headline: item.title,
        ...(item.publishedAt === null ? {} : { datePublished: item.publishedAt }),
        ...(item.image === null ? {} : { image: [item.image.url] }),
        ...(item.author === null ? {} : { author: { "@type": "Person", name: item.author } }),
        ...(item.language === null ? {} : { inLanguage: item.language }),
        articleSection: item.categories,
        keywords: item.tags,
        ...(description === "" ? {} : { description }),
        mainEntityOfPage: canonicalPath,
        url: canonicalPath,
      },
      breadcrumbData(CRUMBS, item.title),
    ],
  };
}

export const page = definePage({ Page: NewsItemPage, head: newsItemHead });
