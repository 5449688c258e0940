import { readFileSync } from "node:fs";
import createClient from "openapi-fetch";
import t from "tap";
import type { components, paths } from "../../consumer/bff.d.ts";
import { generateClient } from "../../consumer/generate-client.ts";
import { startExampleScene } from "../../setup/site/example-scene.ts";

type NewsItem = components["schemas"]["NewsItem"];

const scene = await startExampleScene();
t.teardown(() => scene.close());
const client = createClient<paths>({ baseUrl: scene.site.url });

t.test("the generated types are those of the document", async (t) => {
  const document = await (await fetch(`${scene.site.url}/bff/openapi.json`)).json();
  const fresh = await generateClient(document);
  t.ok(
    readFileSync("tests/consumer/bff.d.ts", "utf8") === fresh,
    "npm run api:client writes them anew",
  );
});

const isWhole = (item: object): item is NewsItem => "body" in item;

t.test("a generated client reads a whole list, page after page", async (t) => {
  const slugs: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 10, ...(cursor === undefined ? {} : { cursor }) };
    const { data, error } = await client.GET("/bff/news", { params: { query } });
    t.equal(error, undefined);
    for (const item of data?.data ?? []) if (isWhole(item)) slugs.push(item.slug);
    const next = data?.links.next ?? null;
    cursor =
      next === null ? undefined : (new URL(next, scene.site.url).searchParams.get("cursor") ?? "");
    if (next === null) t.equal(slugs.length, data?.meta.total);
  } while (cursor !== undefined);
  t.equal(new Set(slugs).size, slugs.length);
});

t.test("a generated client hears problems as values", async (t) => {
  const params = { path: { slug: "no-such-event" } };
  const { data, error, response } = await client.GET("/bff/events/{slug}", { params });
  t.equal(data, undefined);
  t.equal(response.status, 404);
  t.equal(error?.status, 404);
  t.equal(error?.requestId, response.headers.get("x-request-id"));
  const explained = await fetch(new URL(error?.type ?? "", scene.site.url));
  t.equal(explained.status, 200);
});

t.test("a generated client changes an event on the version it has read", async (t) => {
  const headers = { authorization: "Bearer a-token-of-the-staff" };
  const path = { id: "4" };
  const read = await client.GET("/bff/events/id/{id}", { params: { path } });
  const item = read.data?.data;
  const { title, startsAt } = { title: item?.title ?? "", startsAt: item?.startsAt ?? "" };
  const header = { "If-Match": read.response.headers.get("etag") ?? "" };
  const body = { title, startsAt, status: "cancelled" as const };
  const changed = await client.PUT("/bff/events/id/{id}", {
    params: { path, header },
    body,
    headers,
  });
  t.equal(changed.response.status, 200);
  t.equal(changed.data?.data?.status, "cancelled");
  const late = await client.PUT("/bff/events/id/{id}", {
    params: { path, header },
    body,
    headers,
  });
  t.equal(late.error?.status, 412);
  const now = await client.GET("/bff/events/id/{id}", { params: { path } });
  t.equal(now.data?.data.status, "cancelled", "nothing cached before is sent");
});

t.test("a generated client submits a form, and receives what to correct", async (t) => {
  const body = { name: "Asha", email: "asha@example.org", subject: "Hello", message: "A word" };
  const sent = await client.POST("/bff/contact", { body });
  t.match(sent.data?.data.message, "Thank you for your message!");
  const bad = await client.POST("/bff/contact", { body: { ...body, email: "asha" } });
  t.equal(bad.error?.status, 422);
  t.match(bad.error?.errors, [{ field: "email", message: /format/ }]);
});
