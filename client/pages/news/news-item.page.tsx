import * as words from "../../../content/words/en/news-item.json";
import type { NewsItem } from "../../../shared/model/news-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import { ArticleWaiting } from "../../components/article/article-waiting.tsx";
import { Notifications } from "../../components/feedback/notifications.tsx";
import { breadcrumbData } from "../../components/links/breadcrumbs.tsx";
import { lazyView, Streamed } from "../../components/streaming/streamed.tsx";
import { definePage, type HeadContext, type PageHead, type PageProps } from "../../page.ts";
import { newsItemQuery } from "../site.queries.ts";

const CRUMBS = [{ text: words.section, href: paths.newsFeed() }];

const loadViews = () => import("./news-item-view.tsx");
const NewsItemView = lazyView(loadViews, (views) => views.NewsItemView);

/** Spec section 2: a click is recorded on the article when loaded. */
const recordClick = () =>
  void import("../../tracking/clicks.ts").then(({ trackLoaded }) => trackLoaded()).catch(() => {});

function NewsItemPage({ params }: PageProps) {
  const query = newsItemQuery(params.slug ?? "");
  const waiting = <ArticleWaiting crumbs={CRUMBS} label={words.loading} />;
  return (
    <>
      <Streamed query={query} view={NewsItemView} fallback={waiting} onShown={recordClick} />
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
  const { title, excerpt, summary, image } = outcome.data;
  return {
    title,
    description: excerpt ?? summary ?? "",
    canonicalPath,
    picture: image?.url ?? null,
    ...(import.meta.env.SSR && forReaders(outcome.data, canonicalPath, query.key)),
  };
}

/** What search engines and feed readers read, of the server's page alone. */
function forReaders(item: NewsItem, path: string, json: string): Partial<PageHead> {
  const description = item.excerpt ?? item.summary ?? "";
  return {
    type: "article",
    author: item.author,
    publishedTime: item.publishedAt,
    tags: item.tags,
    alternates: [{ type: "application/json", title: words.asJson, href: json }],
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
        mainEntityOfPage: path,
        url: path,
      },
      breadcrumbData(CRUMBS, item.title),
    ],
  };
}

export const page = definePage({ Page: NewsItemPage, loadViews, head: newsItemHead });
