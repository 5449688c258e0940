import type { IncomingMessage, ServerResponse } from "node:http";

export type Row = Record<string, unknown>;

/** The response of a healthy source: a list, or a single item. */
export type NormalResponse = { items: Row[] } | Row;

/** A request on its way through a fault. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** The normal response; null when there is no such item. */
  normal: NormalResponse | null;
  /** The number of requests that this fault has had before. */
  turn: number;
}

/** Responds in the fault's way. Any error it throws is a mistake in the test, not a fault of the source. */
export type Misbehave = (exchange: Exchange) => void | Promise<void>;

/** The words in every text of the source that no visitor may ever see. */
export const SECRET = "words-of-the-source";

export const asJson = { "content-type": "application/json" } as const;

export const isList = (normal: NormalResponse | null): normal is { items: Row[] } =>
  normal !== null && Array.isArray(normal.items);

/** Sends the good response with its list replaced by other rows or another body; single items are unchanged. */
export const listChanged =
  (change: (rows: Row[]) => unknown): Misbehave =>
  (exchange) => {
    const { normal, response } = exchange;
    if (!isList(normal)) return respondNormally(exchange);
    response.writeHead(200, asJson).end(JSON.stringify(change(normal.items)));
  };

/** Responds like a healthy source. */
export function respondNormally({ response, normal }: Exchange): void {
  response.writeHead(normal === null ? 404 : 200, asJson);
  response.end(JSON.stringify(normal ?? { message: "not found" }));
}
