import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** `dead` drops every call, `hangs` never responds, `well` takes what comes. */
export type Mode = "dead" | "hangs" | "well";

export interface SwitchableSource {
  url: string;
  mode: Mode;
  /** How often the message of each key was begun, whatever became of it. */
  readonly begun: Map<string, number>;
  /** The words of every message that was taken, as often as it came: nothing is merged here. */
  readonly taken: string[];
  close: () => Promise<void>;
}

/** A source that takes messages when it is in the mood, and does not mind keys. */
export async function startSwitchableSource(): Promise<SwitchableSource> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    if (request.method !== "POST") return void response.writeHead(404).end();
    const key = String(request.headers["idempotency-key"]);
    source.begun.set(key, (source.begun.get(key) ?? 0) + 1);
    if (source.mode === "dead") return void request.socket.destroy();
    if (source.mode === "hangs") return;
    const { message }: { message: string } = JSON.parse(body);
    source.taken.push(message);
    response.writeHead(201, { "content-type": "application/json" }).end("{}");
  });
  server.on("connection", (socket) => socket.on("error", () => {}));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const source: SwitchableSource = {
    url: `http://127.0.0.1:${port}`,
    mode: "well",
    begun: new Map(),
    taken: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return source;
}
