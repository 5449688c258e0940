import type { FastifyReply, FastifyRequest } from "fastify";
import type { GiftStory } from "../../shared/contract/page-renderer.ts";
import type { Language } from "../../shared/languages.ts";
import { paths } from "../../shared/paths.ts";
import { type Gift, receivedAt } from "../gifts/gift.ts";
import { readContextOf } from "../http/request-log.ts";

/** The most stories on the page of a gift. */
const MOST = 4;
/** The items of each list that are looked through, newest first. */
const LOOKED_AT = 50;
/** The time that a page waits for news and events. Without them the page has the stories of the content. */
const WAIT_MS = 1_000;

interface Found extends GiftStory {
  /** The words by which a story belongs to a purpose. */
  words: readonly string[];
}

/** Returns news and events of the content source; none while it does not respond. */
async function sourceStories(request: FastifyRequest, reply: FastifyReply): Promise<Found[]> {
  const context = readContextOf(request, reply, { limitMs: WAIT_MS });
  const data = request.server.siteData.dataFor(context);
  const [news, events] = await Promise.all([
    data.list("news", { limit: LOOKED_AT }),
    data.list("events", { limit: LOOKED_AT, when: "past" }),
  ]);
  const ofNews = news.kind === "ok" && news.data ? news.data.items : [];
  const ofEvents = events.kind === "ok" && events.data ? events.data.items : [];
  return [
    ...ofNews.map(({ slug, title, publishedAt, image, categories, tags, language }) => ({
      path: paths.newsItem(slug),
      title,
      at: publishedAt ?? "",
      language,
      image: null,
      picture: image,
      words: [...categories, ...tags, title],
    })),
    ...ofEvents.map(({ slug, title, startsAt, image, language }) => ({
      path: paths.event(slug),
      title,
      at: startsAt ?? "",
      language,
      image: null,
      picture: image,
      words: [title],
    })),
  ];
}

/** Returns what was published about the purpose of a gift since its money came, the newest first. */
export async function storiesSince(
  gift: Gift,
  {
    request,
    reply,
    language,
  }: { request: FastifyRequest; reply: FastifyReply; language: Language },
): Promise<GiftStory[]> {
  const since = receivedAt(gift);
  if (since === null || gift.state !== "paid") return [];
  const { documents } = request.server.content.in(language);
  const { topics = [] } =
    documents.giving.purposes.find(({ value }) => value === gift.purpose) ?? {};
  const ofBlog = documents.blog.map(
    (post): Found => ({
      path: `/blog/${post.slug}`,
      title: post.title,
      at: `${post.publish_date}T09:00:00.000Z`,
      language: post.language,
      image: { key: post.featured_image, alt: post.featured_image_alt },
      picture: null,
      words: [...post.tags, post.title],
    }),
  );
  const all = [...ofBlog, ...(await sourceStories(request, reply).catch(() => []))];
  const isOfPurpose = ({ words }: Found) => {
    const text = words.join(" ").toLowerCase();
    return topics.length === 0 || topics.some((topic) => text.includes(topic.toLowerCase()));
  };
  return all
    .filter((story) => Date.parse(story.at) > Date.parse(since) && isOfPurpose(story))
    .sort((one, other) => (one.at < other.at ? 1 : -1))
    .slice(0, MOST)
    .map(({ words: _, ...story }) => story);
}
