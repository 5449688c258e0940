// Peers that need no build, sending the very bytes of a page: node peer.mjs <fastify|node> <file> <encoding>
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import Fastify from "fastify";

const [kind, file, encoding] = process.argv.slice(2);
const body = readFileSync(file);
const headers = {
  "content-type": "text/html; charset=utf-8",
  ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
};

if (kind === "fastify") {
  const app = Fastify({ logger: true });
  app.get("/*", (_request, reply) => reply.headers(headers).send(body));
  await app.listen({ port: 0, host: "127.0.0.1" });
  process.stderr.write(`port ${app.server.address().port}\n`);
} else {
  const server = createServer((_request, response) => {
    response.writeHead(200, { ...headers, "content-length": body.length });
    response.end(body);
  });
  server.listen(0, "127.0.0.1", () => process.stderr.write(`port ${server.address().port}\n`));
}
