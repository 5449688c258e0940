import { createServer } from "node:http";
import { listen } from "../setup/listen.ts";

/** Starts a source that takes messages only in mode `well`, and ignores idempotency keys. */
export async function startSwitchableSource() {
  const source = {
    /** `dead` drops every call, `hangs` never responds, `well` accepts every message. */
    mode: "well" as "dead" | "hangs" | "well",
    /** The number of attempts for each key, whatever their outcome. */
    begun: new Map<string, number>(),
    /** The text of every accepted message, once per delivery: this source removes no duplicates. */
    taken: [] as string[],
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    if (request.method !== "POST") return void response.writeHead(404).end();
    const key = String(request.headers["idempotency-key"]);
    source.begun.set(key, (source.begun.get(key) ?? 0) + 1);
    if (source.mode === "dead") return void request.socket.destroy();
    if (source.mode === "hangs") return;
    const { message }: { message: string } = JSON.parse(body);
    if (message.startsWith("refused")) return void response.writeHead(422).end();
    source.taken.push(message);
    response.writeHead(201, { "content-type": "application/json" }).end("{}");
  });
  server.on("connection", (socket) => socket.on("error", () => {}));
  return Object.assign(source, await listen(server));
}
