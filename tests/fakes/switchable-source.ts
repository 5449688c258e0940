import { createServer } from "node:http";
import { listen } from "../setup/listen.ts";

/** A source that takes messages when it is in the mood, and does not mind keys. */
export async function startSwitchableSource() {
  const source = {
    /** `dead` drops every call, `hangs` never responds, `well` takes what comes. */
    mode: "well" as "dead" | "hangs" | "well",
    /** How often the message of each key was begun, whatever became of it. */
    begun: new Map<string, number>(),
    /** The words of every message that was taken, as often as it came: nothing is merged here. */
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
