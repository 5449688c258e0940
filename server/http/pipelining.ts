import type { ServerResponse } from "node:http";

/** The responses of a connection that had not ended when the newest, the last one, began; and that one. */
interface Pipeline {
  responses: ServerResponse[];
}

const pipelines = new WeakMap<object, Pipeline>();

const isOpen = ({ writableEnded }: ServerResponse) => !writableEnded;

/** Notes the response that a connection has begun, once. Returns how many earlier ones had not ended. */
export function noteResponse(socket: object, response: ServerResponse): number {
  const pipeline = pipelines.get(socket);
  if (pipeline === undefined) {
    pipelines.set(socket, { responses: [response] });
    return 0;
  }
  const { responses } = pipeline;
  if (responses.at(-1) !== response) pipeline.responses = [...responses.filter(isOpen), response];
  return pipeline.responses.length - 1;
}

/** True when the request has its response already, or part of it: another would corrupt the connection. */
export function isResponding(socket: object): boolean {
  const responses = pipelines.get(socket)?.responses ?? [];
  const newest = responses.at(-1);
  if (newest === undefined) return false;
  const isAnswered = newest.writableFinished && newest.req.complete;
  return responses.length > 1 || (newest.headersSent && !isAnswered);
}
