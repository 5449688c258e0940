import * as words from "../../../content/words/en/news-item.json";
import { previewOf } from "../../../shared/model/first-words.ts";
import type { NewsItem } from "../../../shared/model/news-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import { later } from "../../../shared/time.ts";
import { itemPage } from "../../components/article/item-page.tsx";
import { lazyView } from "../../components/streaming/streamed.tsx";
import type { PageHead } from "../../page.ts";
import { newsItemQuery } from "../site.queries.ts";

const CRUMBS = [{ text: words.section, href: paths.newsFeed() }];

const loadViews = () => import("./news-item-view.tsx");

/** Spec section 2: a click is recorded on the article when loaded. */
const recordClick = () =>
  void import("../../tracking/clicks.ts").then(({ trackLoaded }) => trackLoaded()).catch(() => {});

/** What search engines and feed readers read, of the server's page alone. */
const forReaders = (item: NewsItem): Partial<PageHead> => ({
  author: item.author,
  pictureAlt: item.image?.alt,
  canonicalPath: paths.newsItem(item.slug),
  publishedTime: item.publishedAt,
  modifiedTime: later(item.updatedAt, item.publishedAt),
  tags: item.tags,
  alternates: [
    { type: "application/json", title: words.asJson, href: newsItemQuery(item.slug).key },
  ],
  crumbs: CRUMBS,
  article: {
    "@type": "NewsArticle",
    articleSection: item.categories,
    inLanguage: item.language ?? undefined,
  },
});

/** Search engines and messengers read the page of the server alone. */
const aboutOf = ({ excerpt, summary, body }: NewsItem): string | null =>
  import.meta.env.SSR ? previewOf(excerpt ?? summary, body) : excerpt;

export const page = itemPage({
  query: newsItemQuery,
  crumbs: CRUMBS,
  // Not the whole file, of which the browser needs no more.
  words: { title: words.title, notFound: words.notFound, loading: words.loading },
  View: lazyView(loadViews, (views) => views.NewsItemView),
  loadViews,
  onShown: recordClick,
  head: (item) => ({
    title: item.title,
    description: aboutOf(item) ?? "",
    picture: item.image?.url ?? null,
    ...(import.meta.env.SSR && forReaders(item)),
  }),
});
