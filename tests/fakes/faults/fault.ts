import type { IncomingMessage, ServerResponse } from "node:http";

export type Row = Record<string, unknown>;

/** What the source would send if it were well: a list, or one item. */
export type NormalResponse = { items: Row[] } | Row;

/** One question on its way through a fault. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Null when there is no such item. */
  normal: NormalResponse | null;
  /** How many questions this fault has had before. */
  turn: number;
}

/** Responds in the fault's way. What it throws is the test's fault, not the source's. */
export type Misbehave = (exchange: Exchange) => void | Promise<void>;

/** In every text of the source that no visitor may ever see. */
export const SECRET = "words-of-the-source";

export const asJson = { "content-type": "application/json" } as const;

export const isList = (normal: NormalResponse | null): normal is { items: Row[] } =>
  normal !== null && Array.isArray(normal.items);

/** Sends the good response with its list changed, into rows or another body; single items stay as they are. */
export const listChanged =
  (change: (rows: Row[]) => unknown): Misbehave =>
  (exchange) => {
    const { normal, response } = exchange;
    if (!isList(normal)) return respondNormally(exchange);
    response.writeHead(200, asJson).end(JSON.stringify(change(normal.items)));
  };

/** As a healthy source responds. */
export function respondNormally({ response, normal }: Exchange): void {
  response.writeHead(normal === null ? 404 : 200, asJson);
  response.end(JSON.stringify(normal ?? { message: "not found" }));
}
