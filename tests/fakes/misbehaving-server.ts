import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { Socket } from "node:net";

export interface MisbehavingServer {
  url: string;
  requests: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[];
  sockets: Set<Socket>;
  close: () => Promise<void>;
}

/** A real server on loopback that responds as the test defines. `attempt` counts from 1. */
export async function startServer(
  respond: (request: IncomingMessage, response: ServerResponse, attempt: number) => void,
): Promise<MisbehavingServer> {
  const requests: MisbehavingServer["requests"] = [];
  const sockets = new Set<Socket>();
  const listener: RequestListener = (request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      requests.push({ method, url, headers, body });
      respond(request, response, requests.length);
    });
  };
  const server = createServer(listener);
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    sockets,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function sendJson(response: ServerResponse, status: number, json: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
}
