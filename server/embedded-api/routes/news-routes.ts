import type { FastifyInstance, FastifyReply } from "fastify";
import type { NewsStore, StoredNews } from "../store/news-store.ts";
import { newsAsSent, newsHeadAsSent } from "../variants/news-as-sent.ts";
import { readItemId } from "./item-id.ts";

/** The three news calls: the list, one by id, one by slug. */
export function registerNewsRoutes(app: FastifyInstance, news: NewsStore): void {
  app.get("/api/news", () => ({ items: news.list().map(newsHeadAsSent) }));

  app.get<{ Params: { id: string } }>("/api/news/id/:id", (request, reply) => {
    const id = readItemId(request.params.id);
    return sendNews(reply, id === null ? null : news.byId(id));
  });

  app.get<{ Params: { slug: string } }>("/api/news/:slug", (request, reply) =>
    sendNews(reply, news.bySlug(request.params.slug)),
  );
}

function sendNews(reply: FastifyReply, news: StoredNews | null): FastifyReply {
  if (news === null) return reply.code(404).send({ message: "News item not found." });
  return reply.send(newsAsSent(news));
}
