import type { FastifyInstance, FastifyReply } from "fastify";
import { type Documents, type Item, itemId } from "./documents.ts";

/** A news item as the list sends it: without its text and related lists. */
function newsRow({ id, slug, document }: Item) {
  const { content: _text, related_news: _news, related_events: _events, ...rest } = document;
  return { id, slug, ...rest };
}

/** The three news calls: the list, one by id, one by slug. */
export function newsRoutes(app: FastifyInstance, news: Documents, events: Documents): void {
  async function send(reply: FastifyReply, item: Item | null) {
    if (item === null) return reply.code(404).send({ message: "News item not found." });
    const { content, related_news, related_events } = item.document;
    return reply.send({
      ...newsRow(item),
      content,
      related_news: await news.links(related_news),
      related_events: await events.links(related_events),
    });
  }

  app.get("/api/news", async () => ({ items: (await news.list()).reverse().map(newsRow) }));

  app.get<{ Params: { id: string } }>("/api/news/id/:id", async ({ params }, reply) =>
    send(reply, await news.byId(itemId(params.id))),
  );

  app.get<{ Params: { slug: string } }>("/api/news/:slug", async ({ params }, reply) =>
    send(reply, await news.bySlug(params.slug)),
  );
}
