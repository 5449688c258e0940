import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Parser } from "htmlparser2";
import t from "tap";
import { readConfig } from "../../../server/config.ts";
import { API_VERSIONS, PROBLEM_KINDS, problemPath } from "../../../shared/contract/api.ts";
import { startExampleScene } from "../../setup/site/example-scene.ts";
import { testFolder } from "../../setup/test-folder.ts";

const run = promisify(execFile);

const scene = await startExampleScene();
t.teardown(() => scene.close());
const { url } = scene.site;
const html = await (await fetch(`${url}/developers`)).text();

/** Returns the text of every element with this tag name. */
function textsOf(name: string): string[] {
  const texts: string[] = [];
  let depth = 0;
  const parser = new Parser({
    onopentag: (tag) => {
      if (tag !== name) return;
      depth += 1;
      texts.push("");
    },
    ontext: (text) => {
      if (depth > 0) texts.push((texts.pop() ?? "") + text);
    },
    onclosetag: (tag) => {
      if (tag === name) depth -= 1;
    },
  });
  parser.end(html);
  return texts;
}

/** Splits a command into words as a shell would, without the quotes. */
const wordsOf = (command: string) =>
  [...command.replaceAll("\\\n", " ").matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? "",
  );

/** Does what curl would do with the few options that the page uses. */
async function runCurl(command: string): Promise<Response> {
  const [, ...words] = wordsOf(command);
  const headers = new Headers();
  const request: { method: string; body?: string } = { method: "GET" };
  let address = "";
  while (words.length > 0) {
    const word = words.shift() ?? "";
    if (word === "-X") request.method = words.shift() ?? "";
    else if (word === "-d") request.body = words.shift() ?? "";
    else if (word === "-H") {
      const [name = "", value = ""] = (words.shift() ?? "").split(": ");
      headers.set(name, value);
    } else address = word;
  }
  const { pathname, search } = new URL(address);
  return fetch(url + pathname + search, { ...request, headers });
}

t.test("every curl command on the page works as it stands there", async (t) => {
  const commands = textsOf("code").filter((text) => text.startsWith("curl "));
  t.ok(commands.length >= 10);
  for (const command of commands) {
    const response = await runCurl(command);
    t.ok(response.ok, `${response.status} ${command}`);
    if (response.status === 204) continue;
    const { data } = await response.json();
    t.ok(data, command);
    if (Array.isArray(data)) t.ok(data.length > 0, command);
  }
});

/** Returns the TypeScript type that a generator would write for a schema. */
function typeOf(schema: Record<string, unknown>): string {
  const { $ref, anyOf, enum: values, items, properties, required = [] } = schema;
  if (typeof $ref === "string") return `components["schemas"]["${$ref.split("/").at(-1)}"]`;
  if (Array.isArray(anyOf)) return anyOf.map(typeOf).join(" | ");
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (items) return `(${typeOf(Object(items))})[]`;
  const types = [schema.type].flat().map((type) => (type === "integer" ? "number" : type));
  if (!properties) return types.map((type) => type ?? "unknown").join(" | ");
  const fields = Object.entries(Object(properties)).map(([name, inner]) => {
    const mark = [required].flat().includes(name) ? "" : "?";
    return `${JSON.stringify(name)}${mark}: ${typeOf(Object(inner))};`;
  });
  return `{ ${fields.join(" ")} }`;
}

t.test("the client on the page is compiled without a cast, and runs", async (t) => {
  const document = await (await fetch(`${url}/bff/openapi.json`)).json();
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${name}: ${typeOf(Object(schema))};`,
  );
  const { content } = document.paths["/bff/events"].get.responses[200];
  const page = typeOf(content["application/json"].schema);
  const types = `export interface components { schemas: { ${schemas.join("\n")} } }
    export interface paths { "/bff/events": { get: { responses: { 200: { content: { "application/json": ${page} } } } } } }`;
  const client = textsOf("code").find((text) => text.startsWith("import type")) ?? "";
  t.notMatch(client, /\bas\b|\bany\b|@ts-|!\.|<any>/);
  const folder = testFolder(t);
  writeFileSync(join(folder, "foundation-api.ts"), types);
  const file = join(folder, "client.mts");
  writeFileSync(file, client.replaceAll("https://www.example.org", url));
  const options = [
    "--ignoreConfig",
    "--strict",
    "--noEmit",
    "--skipLibCheck",
    "--target",
    "es2022",
    "--types",
    "",
  ];
  const modules = ["--module", "esnext", "--moduleResolution", "bundler"];
  const tsc = join("node_modules", "typescript", "lib", "tsc.js");
  const compiling = run(process.execPath, [tsc, ...options, ...modules, file]);
  await compiling.catch(({ stdout, stderr }) => t.fail(stdout + stderr));
  const { stdout } = await run(process.execPath, [file]);
  const { data } = await (await fetch(`${url}/bff/events?limit=100`)).json();
  t.ok(data.length > 0);
  t.equal(stdout.trim().split("\n").length, data.length);
  t.match(stdout, data[0].title);
});

t.test("the address of the former page to try the API leads to the reference", async (t) => {
  const { status, headers } = await fetch(`${url}/bff/docs`, { redirect: "manual" });
  t.same([status, headers.get("location")], [308, "/developers"]);
});

t.test("the page describes every operation of the document, under its name", async (t) => {
  const document: {
    paths: Record<string, Record<string, { operationId: string; summary: string }>>;
  } = await (await fetch(`${url}/bff/openapi.json`)).json();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  const articles = textsOf("article");
  t.equal(articles.length, operations.length);
  for (const { path, method, operationId, summary } of operations) {
    t.match(html, `id="${operationId}"`);
    const found = articles.some((text) =>
      text.startsWith(`${summary}${method.toUpperCase()} ${path}`),
    );
    t.ok(found, `${method} ${path}: ${summary}`);
    const article = html.split(`id="${operationId}"`)[1]?.split("</article>")[0] ?? "";
    t.match(article, /Copy as curl<\/figcaption><pre[^>]*><code>curl /, operationId);
  }
});

t.test("the limits on the page are those of the site", async (t) => {
  const { FORM_RATE_MAX, FORM_RATE_WINDOW_SECONDS, FORM_RATE_GLOBAL_MAX } = readConfig({});
  for (const words of [
    `${FORM_RATE_MAX} of one form in ${FORM_RATE_WINDOW_SECONDS} seconds from one address`,
    `${FORM_RATE_GLOBAL_MAX} of all forms`,
    "60 changes of events in 60 seconds",
    "32,768 bytes",
  ])
    t.match(html, words);
});

t.test("the changelog has every version with its date, and the deprecation rule", async (t) => {
  t.match(html, 'href="/developers/changelog"');
  const response = await fetch(`${url}/developers/changelog`);
  t.equal(response.status, 200);
  const text = await response.text();
  for (const { version, date } of API_VERSIONS) {
    t.match(text, `<h3>${version}</h3>`);
    t.match(text, `<time dateTime="${date}">`);
  }
  for (const words of ["RFC 9745", "RFC 8594", "at least six months"]) t.match(text, words);
  const { info } = await (await fetch(`${url}/bff/openapi.json`)).json();
  t.equal(info.version, API_VERSIONS[0].version);
  t.match(await (await fetch(`${url}/sitemap.xml`)).text(), "/developers/changelog</loc>");
});

t.test("every kind of problem is linked, and explained where its type leads", async (t) => {
  for (const kind of PROBLEM_KINDS) {
    t.match(html, `href="${problemPath(kind)}"`);
    const response = await fetch(url + problemPath(kind));
    t.equal(response.status, 200);
    const text = (await response.text()).replaceAll("&#x27;", "'");
    t.match(text, kind.happened);
    t.match(text, kind.remedy);
    t.match(text, 'content="index, follow');
  }
});
