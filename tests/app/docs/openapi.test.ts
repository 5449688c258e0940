import { readFileSync } from "node:fs";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import t from "tap";
import examples from "../../../server/bff/openapi/examples.json" with { type: "json" };
import { brokenPromises, readSurface, surfaceOf, untoldNames } from "../../consumer/api-surface.ts";
import { startExampleScene } from "../../setup/site/example-scene.ts";
import { createContract } from "../../setup/site/openapi-contract.ts";
import { startSite } from "../../setup/site/site.ts";

interface Operation {
  operationId: string;
  summary: string;
  responses: Record<
    string,
    { content?: Record<string, { examples?: Record<string, { value?: unknown }> }> }
  >;
}
interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, unknown>;
    responses: Operation["responses"];
  };
}

const scene = await startExampleScene();
t.teardown(() => scene.close());
const response = await fetch(`${scene.site.url}/bff/openapi.json`);
const text = await response.text();
const document: OpenApi = JSON.parse(text);
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

t.test("the document is OpenAPI 3.1, may be cached, and is read from any site", async (t) => {
  t.match(document.openapi, /^3\.1/);
  t.equal(response.headers.get("access-control-allow-origin"), "*");
  const etag = response.headers.get("etag") ?? "";
  const again = await fetch(response.url, { headers: { "if-none-match": etag } });
  t.equal(again.status, 304);
});

t.test("the makers' own linter accepts the document", async (t) => {
  const config = await createConfig({ extends: ["recommended"] });
  const errors = await lintFromString({ source: text, absoluteRef: "/openapi.json", config });
  t.same(
    errors.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`),
    [],
  );
});

t.test("each site of a process publishes the same schemas", async (t) => {
  const site = await startSite({ contentApiUrl: "http://127.0.0.1:9" });
  t.teardown(() => site.close());
  const response = await fetch(`${site.url}/bff/openapi.json`);
  const { components }: OpenApi = await response.json();
  t.same(components.schemas, document.components.schemas);
});

t.test("every response of every operation has an example", async (t) => {
  const common = { operationId: "common", responses: document.components.responses };
  const without: string[] = [];
  for (const { operationId, responses } of [...operations, common]) {
    for (const [status, { content = {} }] of Object.entries(responses)) {
      for (const media of Object.values(content)) {
        const values = Object.values(media.examples ?? {});
        const isShown = values.length > 0 && values.every(({ value }) => value !== undefined);
        if (!isShown) without.push(`${operationId} ${status}`);
      }
    }
  }
  t.same(without, []);
});

t.test("every example is what the site sends", async (t) => {
  const check = createContract(document);
  for (const example of examples) {
    const name = `${example.operation} ${example.name}`;
    const { request, response: shown } = example;
    const { status, headers, body } = await scene.replay(example);
    t.equal(status, example.status, name);
    const type = headers.get("content-type") ?? "";
    const checkedCalls = { method: request.method, url: request.path, status, type };
    t.equal(
      check({ ...checkedCalls, text: body === null ? "" : JSON.stringify(body) }),
      null,
      name,
    );
    if (shown !== undefined)
      t.equal(check({ ...checkedCalls, text: JSON.stringify(shown) }), null, `${name}, as shown`);
    if (status >= 400) {
      t.match(body, { type: /^https:\/\/www.example.org\/problems\/[a-z-]+$/, status }, name);
      t.match(shown, { type: /^https:\/\/www.example.org\/problems\/[a-z-]+$/, status }, name);
    }
    // The clock stands at the day of the examples, so a read returns exactly what the document shows.
    const isSame = example.operation !== "issueFormToken" && example.itemsShown === undefined;
    if (request.method === "GET" && status === 200 && isSame) t.same(body, shown, name);
  }
});

/** Yields every schema below a part of the document, with the name of its property. */
function* schemasIn(part: unknown, name = ""): Generator<[string, Record<string, unknown>]> {
  if (typeof part !== "object" || part === null) return;
  yield [name, { ...part }];
  for (const [key, inner] of Object.entries(part)) yield* schemasIn(inner, key);
}

t.test("the schemas declare times, whole numbers and where fields may be added", async (t) => {
  const untold: string[] = [];
  for (const [name, schema] of schemasIn(document.components.schemas)) {
    if (typeof schema.type !== "string") continue;
    if (/^[A-Z][a-z]+[A-Z]/.test(String(schema.description))) untold.push(`${name}: in words`);
    const isTime = /(?:At|^now)$/.test(name) && !/write|lean/.test(name);
    if (isTime && schema.type === "string")
      if (schema.format !== "date-time" && !("minLength" in schema)) untold.push(`${name}: time`);
    if (schema.type === "number" && name !== "amount" && !("minimum" in schema))
      untold.push(`${name}: least`);
  }
  const parameters = [...schemasIn(document.paths)].map(([, value]) => value);
  const limits = parameters.filter(({ name, in: place }) => place === "query" && name === "limit");
  for (const { schema } of limits)
    t.match(schema, { type: "integer", minimum: 1, maximum: 100, default: 20 });
  t.equal(limits.length, 3);
  for (const { operationId, responses } of operations)
    for (const [, schema] of schemasIn(responses))
      if (schema.additionalProperties === false) untold.push(`${operationId}: closed`);
  t.same(untold, []);
  const closed = Object.entries(document.components.schemas).filter(([, schema]) =>
    [...schemasIn(schema)].some(([, inner]) => inner.additionalProperties === false),
  );
  t.same(closed.map(([name]) => name).sort(), [
    "ContactMessage",
    "EventDraft",
    "PartnershipInquiry",
    "VolunteerApplication",
  ]);
});

t.test("every operation lists the problems that all operations share", async (t) => {
  const common = ["405", "406", "408", "413", "415", "431", "500", "503"];
  const missing = operations.flatMap(({ operationId, responses }) =>
    common.filter((status) => !responses[status]).map((status) => `${operationId} ${status}`),
  );
  t.same(missing, []);
});

t.test("a problem is described once, too many requests where posts are counted", async (t) => {
  for (const { operationId, responses } of operations)
    for (const [status, response] of Object.entries(responses))
      if (Number(status) >= 400)
        t.match(response, { $ref: /^#\/components\/responses\/[A-Za-z]+$/ }, operationId);
  const counted = Object.values(document.paths).flatMap((path) =>
    Object.entries(path).map(([method, { responses }]) => [method !== "get", "429" in responses]),
  );
  for (const [isPost, isDocumented] of counted) t.equal(isDocumented, isPost);
});

t.test("nothing that clients of the last release rely on is gone", async (t) => {
  const released = readSurface(readFileSync("tests/consumer/released-api.txt", "utf8"));
  t.same(brokenPromises(released, surfaceOf(document)), []);
});

t.test("every change is in the API's changelog and in the list of releases", async (t) => {
  const released = readSurface(readFileSync("tests/consumer/released-api.txt", "utf8"));
  const current = surfaceOf(document);
  const isNew = (name: string) => !released.names.has(name);
  t.same([...current.names.keys()].filter(isNew), [], "npm run api:released adds it");
  const field = "getNewsItem 200.data.ofTomorrow";
  const next = { ...current, names: new Map([...current.names, [field, "string"]]) };
  const untold = (...changes: string[]) => untoldNames(current, next, changes);
  t.same(untold("Added: news have an author."), [field]);
  t.same(untold("Added: news have ofTomorrow."), []);
});

t.test("every operation has a name of its own and is among the examples", async (t) => {
  const ids = operations.map(({ operationId }) => operationId);
  t.same([...new Set(examples.map(({ operation }) => operation))].sort(), ids.sort());
});
