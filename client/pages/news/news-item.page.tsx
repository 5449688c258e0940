import type { Outcome } from "../../../shared/contract/answers.ts";
import type { NewsItem } from "../../../shared/model/news-item.ts";
import { paths } from "../../../shared/paths.ts";
import { Article, ArticleWaiting } from "../../components/article.tsx";
import { breadcrumbData } from "../../components/breadcrumbs.tsx";
import { DateText } from "../../components/date-text.tsx";
import { ItemFailed, ItemNotFound } from "../../components/item-absent.tsx";
import { ItemLinks } from "../../components/item-links.tsx";
import { RichText } from "../../components/rich-text.tsx";
import { SavedCopy } from "../../components/saved-copy.tsx";
import { Streamed } from "../../components/streamed.tsx";
import { definePage, type PageProps } from "../../page.ts";
import { newsItemQuery } from "./news.queries.ts";

const CRUMBS = [{ text: "News & Events", href: paths.newsFeed() }];
const NOT_FOUND = "The article you're looking for doesn't exist or has been removed.";

function NewsItemView({ outcome }: { outcome: Outcome<NewsItem> }) {
  if (outcome.kind === "not-found")
    return <ItemNotFound title="Article not found" text={NOT_FOUND} />;
  if (outcome.kind === "unavailable") return <ItemFailed title="Failed to load article" />;
  const item = outcome.data;
  return (
    <Article
      crumbs={CRUMBS}
      title={item.title}
      eyebrow={item.categories.join(" · ")}
      picture={item.image}
      facts={[
        {
          name: "Published",
          value: <DateText at={item.publishedAt} precision={item.publishedPrecision} withTime />,
        },
        ...(item.author === null ? [] : [{ name: "Author", value: item.author }]),
        ...(item.source === null ? [] : [{ name: "Source", value: item.source }]),
      ]}
      standfirst={item.summary ?? item.excerpt}
      tags={item.tags}
      aside={
        <>
          <ItemLinks title="Related news" items={item.relatedNews} hrefOf={paths.newsItem} />
          <ItemLinks title="Related events" items={item.relatedEvents} hrefOf={paths.event} />
        </>
      }
    >
      <SavedCopy meta={outcome.meta} />
      {item.body !== null && <RichText html={item.body} />}
    </Article>
  );
}

function NewsItemPage({ params }: PageProps) {
  const query = newsItemQuery(params.slug ?? "");
  return (
    <Streamed query={query} view={NewsItemView} fallback={<ArticleWaiting crumbs={CRUMBS} />} />
  );
}

export const page = definePage({
  Page: NewsItemPage,
  head: ({ params, peek }) => {
    const slug = params.slug ?? "";
    const canonicalPath = paths.newsItem(slug);
    const outcome = peek(newsItemQuery(slug));
    if (outcome?.kind !== "ok") {
      const title = outcome?.kind === "not-found" ? "Article not found" : "News";
      return { title, description: "", canonicalPath, noindex: outcome !== null };
    }
    const item = outcome.data;
    return {
      title: item.title,
      description: item.excerpt ?? item.summary ?? "",
      canonicalPath,
      type: "article",
      author: item.author,
      publishedTime: item.publishedAt,
      tags: item.tags,
      jsonLd: [
        {
          "@type": "NewsArticle",
          headline: item.title,
          ...(item.publishedAt === null ? {} : { datePublished: item.publishedAt }),
          ...(item.image === null ? {} : { image: [item.image.url] }),
          ...(item.author === null ? {} : { author: { "@type": "Person", name: item.author } }),
          articleSection: item.categories,
          keywords: item.tags,
          description: item.excerpt ?? item.summary ?? undefined,
          mainEntityOfPage: canonicalPath,
          url: canonicalPath,
        },
        breadcrumbData(CRUMBS, item.title),
      ],
    };
  },
});
