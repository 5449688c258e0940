import type { FastifyInstance, FastifyReply } from "fastify";
import type { ContentStore } from "../store/content-store.ts";
import type { StoredNews } from "../store/news-document.ts";
import { newsAsSent, newsHeadAsSent } from "../variants/news-as-sent.ts";
import { readItemId } from "./item-id.ts";

/** The three news calls: the list, one by id, one by slug. */
export function registerNewsRoutes(
  app: FastifyInstance,
  { news, events }: Pick<ContentStore, "news" | "events">,
): void {
  const send = (reply: FastifyReply, item: StoredNews | null): FastifyReply => {
    if (item === null) return reply.code(404).send({ message: "News item not found." });
    const { related_news, related_events } = item.document;
    const related = { news: news.links(related_news), events: events.links(related_events) };
    return reply.send(newsAsSent(item, related));
  };

  app.get("/api/news", () => ({ items: news.list().map(newsHeadAsSent) }));

  app.get<{ Params: { id: string } }>("/api/news/id/:id", (request, reply) => {
    const id = readItemId(request.params.id);
    return send(reply, id === null ? null : news.byId(id));
  });

  app.get<{ Params: { slug: string } }>("/api/news/:slug", (request, reply) =>
    send(reply, news.bySlug(request.params.slug)),
  );
}
