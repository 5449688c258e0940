import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Outcome } from "../../../shared/contract/outcome.ts";
import type { BadCursor, BffData, DataFor, ListPage } from "../../bff/bff-data.ts";
import { sendProblem } from "../../http/problems.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { sendSourceError } from "../../http/source-errors.ts";
import { envelope, listEnvelope } from "./envelopes.schema.ts";
import type { JsonResponse, JsonResponses } from "./json-responses.ts";
import { linkHeader, listLinks } from "./list-links.ts";
import { choose } from "./selected-fields.ts";

/** The schemas of a kind of item: whole, and with the selected fields. */
export interface ItemKind<T> {
  noun: string;
  whole: z.ZodType;
  some: z.ZodType;
  /** The item with its addresses. */
  show: (item: T) => object;
}

interface Selection<T> {
  kind: ItemKind<T>;
  /** All of them when left out. */
  fields: readonly string[] | undefined;
}

interface ItemFacts {
  links: Readonly<Record<string, string>>;
  etag?: string;
}

type Exchange = [FastifyRequest, FastifyReply];
type Query<T> = (data: BffData) => Promise<Outcome<T>>;

const schemaOf = <T>({ kind, fields }: Selection<T>) => (fields ? kind.some : kind.whole);

/** A problem in place of data: 404, 502 or 503. */
function sendFailure(reply: FastifyReply, outcome: Outcome<unknown>, noun: string): FastifyReply {
  return outcome.kind === "not-found"
    ? sendProblem(reply, { status: 404, message: `There is no ${noun} at this URL.` })
    : sendSourceError(reply, outcome);
}

function sendBadCursor(reply: FastifyReply): FastifyReply {
  const message = "cursor: is not one that this API gave out; leave it out to start again.";
  return sendProblem(reply, { status: 400, message, parameter: "cursor" });
}

/** Queries the site's data and sends the outcome. */
export function createSenders({
  responses,
  dataFor,
}: {
  responses: JsonResponses;
  dataFor: DataFor;
}) {
  /** Sends the response made of the data; a problem when there is none. */
  async function sendOutcome<T>(
    [request, reply]: Exchange,
    noun: string,
    query: Query<T>,
    respond: (outcome: Extract<Outcome<T>, { kind: "ok" }>) => JsonResponse | null,
  ): Promise<FastifyReply> {
    const purgesBefore = responses.purges();
    const outcome = await query(dataFor(requestContextOf(request, reply)));
    if (outcome.kind !== "ok") return sendFailure(reply, outcome, noun);
    const response = respond(outcome);
    return response === null ? sendBadCursor(reply) : responses.send(reply, response, purgesBefore);
  }

  return {
    /** What a page of the site is rendered from. */
    feed<T>(
      exchange: Exchange,
      { schema, show }: { schema: z.ZodType; show: (feed: T) => object },
      query: Query<T>,
    ): Promise<FastifyReply> {
      const links = { self: exchange[0].url };
      return sendOutcome(exchange, "page", query, ({ data, meta }) => ({
        schema: envelope(schema),
        body: { data: show(data), meta, links },
      }));
    },

    item<T extends object>(
      exchange: Exchange,
      selection: Selection<T>,
      query: Query<T>,
      factsOf: (item: T) => ItemFacts,
    ): Promise<FastifyReply> {
      return sendOutcome(exchange, selection.kind.noun, query, ({ data, meta }) => {
        const { links, ...tag } = factsOf(data);
        const body = {
          data: choose(selection.kind.show(data), selection.fields),
          meta,
          links: { self: exchange[0].url, ...links },
        };
        return { schema: envelope(schemaOf(selection)), body, ...tag };
      });
    },

    list<T extends object>(
      exchange: Exchange,
      selection: Selection<T>,
      query: Query<ListPage<T> | BadCursor>,
    ): Promise<FastifyReply> {
      return sendOutcome(exchange, selection.kind.noun, query, ({ data, meta }) => {
        if (data === "bad-cursor") return null;
        const { items, total, next, prev } = data;
        const links = listLinks(exchange[0].url, { next, prev });
        const body = {
          data: items.map((item) => choose(selection.kind.show(item), selection.fields)),
          meta: { ...meta, total },
          links,
        };
        return { schema: listEnvelope(schemaOf(selection)), body, link: linkHeader(links) };
      });
    },
  };
}
