import type { Feed, FeedEntry, FeedImage } from "./feed-model.ts";

const attachmentOf = ({ url, type, bytes }: FeedImage) => ({
  url,
  mime_type: type,
  ...(bytes === null ? {} : { size_in_bytes: bytes }),
});

function item(
  { url, language, title, summary, html, published, author, categories, image }: FeedEntry,
  ofFeed: string,
) {
  return {
    id: url,
    url,
    title,
    ...(html === null ? { content_text: summary ?? title } : { content_html: html }),
    ...(language === null || language === ofFeed ? {} : { language }),
    ...(summary === null ? {} : { summary }),
    ...(published.at === null ? {} : { date_published: published.at }),
    ...(author === null ? {} : { authors: [{ name: author }] }),
    ...(categories.length === 0 ? {} : { tags: categories }),
    ...(image === null ? {} : { image: image.url, attachments: [attachmentOf(image)] }),
  };
}

/** JSON Feed 1.1, https://www.jsonfeed.org/version/1.1/. */
export function toJsonFeed(feed: Feed): string {
  const { title, description, homeUrl, formats, icon, entries } = feed;
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    description,
    home_page_url: homeUrl,
    feed_url: formats.json,
    icon,
    language: feed.language,
    items: entries.map((entry) => item(entry, feed.language)),
  });
}
