import * as words from "../../../content/words/en/news-item.json";
import { previewOf } from "../../../shared/model/first-words.ts";
import type { NewsItem } from "../../../shared/model/news-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import { later } from "../../../shared/time.ts";
import { itemPage, twinPath } from "../../components/article/item-page.tsx";
import { lazyView } from "../../components/streaming/streamed.tsx";
import type { PageHead } from "../../page.ts";
import { newsItemQuery } from "../site.queries.ts";

const CRUMBS = [{ text: words.section, href: paths.newsFeed() }];

const loadViews = () => import("./news-item-view.tsx");

/** Records a click when the article is loaded (spec section 2). */
const recordClick = () =>
  void import("../../tracking/clicks.ts").then(({ trackLoaded }) => trackLoaded()).catch(() => {});

/** Returns the metadata for search engines and feed readers, which read only the server's page. */
const forReaders = (item: NewsItem): Partial<PageHead> => ({
  author: item.author,
  pictureAlt: item.image?.alt,
  canonicalPath: paths.newsItem(item.slug),
  otherPath: twinPath(item, paths.newsItem),
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

/** Returns the preview text. Search engines and messengers read only the server's page. */
const aboutOf = ({ excerpt, summary, body }: NewsItem): string | null =>
  import.meta.env.SSR ? previewOf(excerpt ?? summary, body) : excerpt;

export const page = itemPage({
  query: newsItemQuery,
  crumbs: CRUMBS,
  // Importing the whole file would load texts that the browser does not need.
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
