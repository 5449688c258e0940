import { readFileSync } from "node:fs";
import t from "tap";
import { type Payload, payloads, sampledPayloads } from "../../fixtures/hostile/payloads.ts";
import { hostileRows } from "../../fixtures/hostile/rows.ts";
import { interactWithAll } from "../../setup/hostile/hostile-interactions.ts";
import {
  openEach,
  startHostileSite,
  walkAlong,
  watchSite,
} from "../../setup/hostile/hostile-scene.ts";

// Published payloads may not be copied into this repository. They are tried too where a file of them is named.
const corpusFile = process.env.XSS_CORPUS;
const published: Payload[] = corpusFile ? JSON.parse(readFileSync(corpusFile, "utf8")) : [];

// Without the policy, which can only take away from what runs.
const STRIPPED = { bypassCSP: true } as const;

t.test("with the policy stripped, no text of the source runs, leads or calls out", async (t) => {
  const place = await startHostileSite(hostileRows([...sampledPayloads, ...published]));
  t.teardown(place.close);
  const watching = { place, ...STRIPPED };
  t.same(await openEach(watching), [], "as the server renders it");
  t.same(await walkAlong(watching), [], "as the browser renders it from JSON");
});

t.test("the body of every payload does nothing for other readers of the JSON", async (t) => {
  // What fires names its payload.
  const marked = [...payloads, ...published].map(({ name, html }, index) => ({
    name,
    html: html
      .replaceAll("alert(1)", `alert(${index})`)
      .replaceAll("//canary", `//p${index}.canary`),
  }));
  const rows = hostileRows(marked);
  const place = await startHostileSite(rows);
  t.teardown(place.close);
  const paths = [
    ...rows.news.map(({ id }) => `/bff/news/id/${id}`),
    ...rows.events.map(({ id }) => `/bff/events/id/${id}`),
  ];
  const bodies: string[] = [];
  const wrong: string[] = [];
  for (const path of paths) {
    const response = await fetch(place.url + path);
    const { "content-type": type = "", "x-content-type-options": sniffing } = Object.fromEntries(
      response.headers,
    );
    if (!type.startsWith("application/json") || sniffing !== "nosniff") wrong.push(path);
    const { data } = await response.json();
    const held = [data.body, data.description, data.venueDetails];
    bodies.push(...held.filter((html) => typeof html === "string"));
  }
  t.same(wrong, []);
  t.ok(bodies.length > payloads.length / 2, `${bodies.length} of them leave something`);

  const { page, report, close } = await watchSite({ place, ...STRIPPED });
  await page.setContent(bodies.map((html) => `<section>${html}</section>`).join(""));
  await page.evaluate(interactWithAll, { root: "body", clickable: "a, summary" });
  // A picture of the page's own comes after all that the bodies asked for.
  await page.evaluate(
    (src) =>
      new Promise((resolve) => {
        const last = new Image();
        last.onload = resolve;
        last.onerror = resolve;
        last.src = src;
      }),
    `${place.url}/favicon.ico`,
  );
  t.equal(await page.locator("body > section").count(), bodies.length, "none swallows the next");
  t.equal(await page.locator("section section, body > :not(section)").count(), 0);
  t.same([...report(), ...(await close())], []);
});
