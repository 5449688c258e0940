import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { listen } from "../setup/listen.ts";

/** Starts a real loopback server that responds as the test defines. `attempt` counts from 1. */
export async function startServer(
  respond: (request: IncomingMessage, response: ServerResponse, attempt: number) => void,
) {
  const requests: {
    method: string;
    url: string;
    headers: IncomingMessage["headers"];
    body: string;
  }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    requests.push({ method, url, headers, body: await text(request) });
    respond(request, response, requests.length);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  return { requests, sockets, ...(await listen(server)) };
}

export function sendJson(response: ServerResponse, status: number, json: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
}
