import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Outcome } from "../../../shared/contract/answers.ts";
import type { ApiData, BadCursor, DataFor, ListPage } from "../../../shared/contract/api-data.ts";
import { sendProblem } from "../../plugins/problems.ts";
import { askerOf } from "../asker.ts";
import { sendSourceFault } from "../failed-source.ts";
import type { Answers } from "./answers.ts";
import { choose } from "./chosen-fields.ts";
import { envelope, listEnvelope } from "./envelopes.schema.ts";
import { linkHeader, listLinks } from "./list-links.ts";

/** The schemas of a kind of item: whole, and with the fields that were asked for. */
export interface ItemKind {
  noun: string;
  whole: z.ZodType;
  some: z.ZodType;
}

type Fields = readonly string[] | undefined;

/** Asks the site's data and answers with what comes back. */
export function createReplies({ ready, dataFor }: { ready: Answers; dataFor: DataFor }) {
  const bind = (request: FastifyRequest, reply: FastifyReply) => dataFor(askerOf(request, reply));

  /** A problem in place of data: 404, 502 or 503. */
  function sendFailure(reply: FastifyReply, outcome: Outcome<unknown>, noun: string) {
    return outcome.kind === "not-found"
      ? sendProblem(reply, { status: 404, message: `There is no ${noun} at this address.` })
      : sendSourceFault(reply, outcome);
  }

  return {
    /** What a page of the site is drawn from. */
    async feed<T>(
      [request, reply]: [FastifyRequest, FastifyReply],
      schema: z.ZodType,
      ask: (data: ApiData) => Promise<Outcome<T>>,
    ): Promise<FastifyReply> {
      const purgesBefore = ready.purges();
      const outcome = await ask(bind(request, reply));
      if (outcome.kind !== "ok") return sendFailure(reply, outcome, "page");
      const { data, meta } = outcome;
      const body = { data, meta, links: { self: request.url } };
      return ready.send(reply, { schema: envelope(schema), body }, purgesBefore);
    },

    async item<T extends object>(
      [request, reply]: [FastifyRequest, FastifyReply],
      { kind, fields }: { kind: ItemKind; fields: Fields },
      ask: (data: ApiData) => Promise<Outcome<T>>,
      about: (item: T) => { links: Readonly<Record<string, string>>; etag?: string },
    ): Promise<FastifyReply> {
      const purgesBefore = ready.purges();
      const outcome = await ask(bind(request, reply));
      if (outcome.kind !== "ok") return sendFailure(reply, outcome, kind.noun);
      const { links, ...tag } = about(outcome.data);
      const body = {
        data: choose(outcome.data, fields),
        meta: outcome.meta,
        links: { self: request.url, ...links },
      };
      const schema = envelope(fields ? kind.some : kind.whole);
      return ready.send(reply, { schema, body, ...tag }, purgesBefore);
    },

    async list<T extends object>(
      [request, reply]: [FastifyRequest, FastifyReply],
      { kind, fields }: { kind: ItemKind; fields: Fields },
      ask: (data: ApiData) => Promise<Outcome<ListPage<T> | BadCursor>>,
    ): Promise<FastifyReply> {
      const purgesBefore = ready.purges();
      const outcome = await ask(bind(request, reply));
      if (outcome.kind !== "ok") return sendFailure(reply, outcome, kind.noun);
      if (outcome.data === "bad-cursor") {
        const message = "cursor: is not one that this API gave out; leave it out to start again.";
        return sendProblem(reply, { status: 400, message, parameter: "cursor" });
      }
      const { items, total, ...around } = outcome.data;
      const links = listLinks(request.url, around);
      const body = {
        data: items.map((item) => choose(item, fields)),
        meta: { ...outcome.meta, total },
        links,
      };
      const schema = listEnvelope(fields ? kind.some : kind.whole);
      return ready.send(reply, { schema, body, link: linkHeader(links) }, purgesBefore);
    },
  };
}
