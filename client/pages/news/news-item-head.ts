import * as words from "../../../content/words/en/news-item.json";
import { paths } from "../../../shared/paths.ts";
import { breadcrumbData } from "../../components/links/breadcrumbs.tsx";
import type { HeadContext, PageHead } from "../../page.ts";
import { newsItemQuery } from "./news.queries.ts";

/** The head of an article and its structured data (spec section 9). */
export function newsItemHead({ params, peek }: HeadContext): PageHead {
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
  const crumbs = [{ text: words.section, href: paths.newsFeed() }];
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
      breadcrumbData(crumbs, item.title),
    ],
  };
}
