import type { IncomingMessage, ServerResponse } from "node:http";

export type Row = Record<string, unknown>;

/** What the source would answer if it were well: a list, or one item. */
export type NormalResponse = { items: Row[] } | Row;

/** One question on its way through a fault. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Null when there is no such item. */
  answer: NormalResponse | null;
  /** How many questions this fault has had before. */
  turn: number;
}

/** Answers in the fault's way. What it throws is the test's fault, not the source's. */
export type Misbehave = (exchange: Exchange) => void | Promise<void>;

/** In every text of the source that no visitor may ever see. */
export const SECRET = "words-of-the-source";

export const asJson = { "content-type": "application/json" } as const;

export const isList = (answer: NormalResponse | null): answer is { items: Row[] } =>
  answer !== null && Array.isArray(answer.items);

/** As a healthy source answers. */
export function respondNormally({ response, answer }: Exchange): void {
  response.writeHead(answer === null ? 404 : 200, asJson);
  response.end(JSON.stringify(answer ?? { message: "not found" }));
}
