// Peers that need no build. To send the exact bytes of a response: node peer.mjs <fastify|node|node-pino> <file> <headers as JSON>
// To pass on a source's responses: node peer.mjs proxy <address>
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import Fastify from "fastify";
import { pino } from "pino";
import { Pool } from "undici";

const [kind, file, headersAsJson = "{}"] = process.argv.slice(2);
const body = kind === "proxy" ? Buffer.alloc(0) : readFileSync(file);
const headers = JSON.parse(headersAsJson);

if (kind === "fastify") {
  const app = Fastify({ logger: true });
  app.get("/*", (_request, reply) => reply.headers(headers).send(body));
  await app.listen({ port: 0, host: "127.0.0.1" });
  process.stderr.write(`port ${app.server.address().port}\n`);
} else if (kind === "proxy") {
  const { origin, pathname: path } = new URL(file);
  const pool = new Pool(origin, { connections: 16 });
  const server = createServer(async (_request, response) => {
    const { body: relayed } = await pool.request({ path, method: "GET" });
    const text = Buffer.from(await relayed.arrayBuffer());
    response.writeHead(200, { "content-type": "application/json", "content-length": text.length });
    response.end(text);
  });
  server.listen(0, "127.0.0.1", () => process.stderr.write(`port ${server.address().port}\n`));
} else {
  const log = kind === "node-pino" ? pino() : null;
  const server = createServer((request, response) => {
    const startedAt = performance.now();
    if (log)
      response.on("finish", () => {
        const ms = performance.now() - startedAt;
        log.info({ method: request.method, url: request.url, status: response.statusCode, ms });
      });
    response.writeHead(200, { ...headers, "content-length": body.length });
    response.end(body);
  });
  server.listen(0, "127.0.0.1", () => process.stderr.write(`port ${server.address().port}\n`));
}
