import { join } from "node:path";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { fullRows } from "../../fixtures/samples.ts";
import { API_URLS, MACHINE_URLS, ODD_CALLS, PAGE_URLS, RAW_REQUESTS } from "./calls.ts";
import {
  createEvent,
  deleteEvent,
  FORM_CALLS,
  GOOD_POSTS,
  MORE_POSTS,
  REFUSED_WRITES,
  REPORT_CALLS,
  STAFF_TOKEN,
  updateEvent,
} from "./form-calls.ts";
import { headerOf, PUBLIC_HOST } from "./http-client.ts";
import { neutralText } from "./neutral.ts";
import type { Recorder } from "./recorder.ts";
import { inScene, type Options, PATIENT, STREAMED } from "./scene.ts";
import type { SourceMode, SourceProxy } from "./source-proxy.ts";

type Situation = (options: Options) => Promise<void>;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

async function siteMapPaths(record: Recorder): Promise<string[]> {
  const { body } = await record.whole("/sitemap.xml");
  return [...body.toString().matchAll(/<loc>\w+:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path]) =>
    (path || "/").replaceAll("&amp;", "&"),
  );
}

/** Built files and pictures, a line each: what a hash names is told by its bytes. */
async function recordAssets(record: Recorder, paths: readonly string[]): Promise<void> {
  const lines = new Set<string>();
  for (const path of paths) lines.add(await record.line(path));
  record.note("assets", [...lines].sort().join("\n"));
}

/** The site map, every page that pages lead to, and the files they show. */
const wellVisited: Situation = (options) =>
  inScene(options, async ({ record }) => {
    const visited = new Set<string>();
    const visit = async (path: string) => {
      if (visited.has(path)) return;
      visited.add(path);
      await record.whole(path);
    };
    for (const path of [...(await siteMapPaths(record)), ...PAGE_URLS]) await visit(path);
    // The set grows while it is walked: pages are followed to the end.
    for (const path of record.links) if (!/^\/(assets|social)\//.test(path)) await visit(path);
    const links = [...record.links].sort();
    await recordAssets(
      record,
      links.filter((path) => path.startsWith("/assets/")),
    );
    for (const path of links.filter((link) => link.startsWith("/social/")))
      await record.one({ path });
  });

/** Files, reports and reads for machines; what else may come with a request. */
const machines: Situation = (options) =>
  inScene(options, async ({ record }) => {
    for (const path of [...MACHINE_URLS, ...API_URLS]) await record.whole(path);
    for (const list of ["/bff/news?limit=9", "/bff/events?when=all&limit=9"]) {
      for (let path = list; path !== ""; ) {
        const next = /<([^>]*)>; rel="next"/.exec(headerOf(await record.whole(path), "link"));
        path = next?.[1] ?? "";
      }
    }
    for (const call of ODD_CALLS) await record.one(call);
    for (const [name, bytes] of Object.entries(RAW_REQUESTS)) await record.raw(name, bytes);
    for (const path of ["/staff/sources", "/bff/sources", "/metrics"]) await record.one({ path });
  });

/** Posts, while the source takes messages. */
const forms: Situation = (options) =>
  inScene(options, async ({ record, proxy }) => {
    for (const call of [...FORM_CALLS, ...REPORT_CALLS]) await record.one(call);
    record.note("calls-to-the-source", neutralText(proxy.takeCalls().join("\n")));
  });

/** Posts beyond what one visitor may send. */
const formLimits: Situation = (options) =>
  inScene({ ...options, env: { FORM_RATE_MAX: "1" } }, async ({ record }) => {
    for (const call of [...GOOD_POSTS, ...MORE_POSTS]) await record.one(call);
  });

/** Messages while the source fails: refused by it, or stored here. */
const formsWithoutSource: Situation = async (options) => {
  for (const mode of ["error", "refuse", "nonsense", "busy"] as const) {
    const folder = join(options.folder, mode);
    await inScene({ ...options, folder }, async ({ record, proxy }) => {
      proxy.mode = mode;
      for (const call of GOOD_POSTS) await record.one(call);
    });
  }
};

/** Events that the staff create, change and delete, and what visitors see of it. */
const eventWrites: Situation = (options) => {
  const env = { ...PATIENT, EVENTS_WRITE_TOKEN: STAFF_TOKEN };
  return inScene({ ...options, env }, async ({ record, proxy }) => {
    const look = async (path: string) => {
      const seen = ["/news-events?type=events", "/bff/events?limit=100", "/events.ics", path];
      for (const one of seen) await record.whole(one);
    };
    for (const path of ["/bff/openapi.json", "/staff/events"]) await record.whole(path);
    for (const call of REFUSED_WRITES) await record.one(call);
    await look("/events/open-evening");
    proxy.takeCalls();
    const created = await record.one(createEvent);
    await record.one(createEvent);
    const path = headerOf(created, "location");
    await look("/events/open-evening");
    const { body } = await record.one(updateEvent(path, headerOf(created, "etag")));
    await record.one(updateEvent(path, headerOf(created, "etag")));
    await look(`/events/${JSON.parse(body.toString()).data.slug}`);
    const now = headerOf(await record.whole(path), "etag").replace(/^W\//, "");
    await record.one(deleteEvent(path, now));
    await record.one(deleteEvent(path, now));
    await look(path);
    const writes = proxy.takeCalls().filter((call) => !call.startsWith("GET "));
    record.note("writes-to-the-source", neutralText(writes.join("\n")));
    proxy.mode = "refuse";
    await record.one(createEvent);
  });
};

const ONE_OF_EACH = [
  ...["/", "/news-events", "/news-events?type=events", "/about-us"],
  ...["/news-events/news/a-tap-everyone-can-reach", "/events/open-day-bunju", "/events/none"],
  ...["/bff/news?limit=2", "/bff/news/a-tap-everyone-can-reach", "/bff/events/id/3"],
  ...["/bff/feed/news", "/bff/feed/events", "/feed.xml", "/events.ics"],
  ...["/events/open-day-bunju.ics", "/sitemap.xml", "/social/en/event.png"],
];

/** Each URL at a site that has seen nothing yet. */
async function eachOnNewSite(
  options: Options,
  paths: readonly string[],
  prepare: (proxy: SourceProxy) => void,
): Promise<void> {
  for (const path of paths)
    await inScene(options, async ({ record, proxy }) => {
      prepare(proxy);
      await record.one({ path });
      if (path === "/about-us") return;
      await record.one({ path: "/health/ready", headers: { "x-after": path } });
      record.note(
        `calls${path.replaceAll(/[^a-z0-9]+/g, "-")}`,
        proxy.takeCalls().sort().join("\n"),
      );
    });
}

/** The source fails, and there is no copy of anything. */
const sourceDown: Situation = async (options) => {
  const modes: readonly SourceMode[] = ["error", "refuse", "nonsense", "busy"];
  for (const mode of modes)
    await eachOnNewSite(
      { ...options, folder: join(options.folder, mode) },
      ONE_OF_EACH,
      (proxy) => {
        proxy.mode = mode;
      },
    );
  const hanging = { ...options, folder: join(options.folder, "hang-streamed"), env: STREAMED };
  await eachOnNewSite(hanging, ["/", "/events/open-day-bunju", "/bff/news?limit=2"], (proxy) => {
    proxy.mode = "hang";
  });
};

/** The source is slow: the page comes first, its news and events follow. */
const sourceSlow: Situation = (options) =>
  eachOnNewSite(
    { ...options, env: STREAMED },
    [...ONE_OF_EACH, "/news-events?complete=1", "/news-events/news/none?complete=1"],
    (proxy) => {
      // One kind after the other, so that they always arrive in one order.
      proxy.delayOf = (path) => (path.startsWith("/api/events") ? 700 : 250);
    },
  );

/** The source fails after everything was seen: saved copies, until they are too old. */
const sourceLost: Situation = (options) =>
  inScene(options, async ({ record, proxy, clock }) => {
    const paths = [...ONE_OF_EACH.filter((path) => !path.startsWith("/social")), "/health/ready"];
    for (const path of paths) await record.one({ path });
    proxy.mode = "nonsense";
    clock.ms += 10 * MINUTE_MS;
    for (const path of paths) await record.one({ path });
    clock.ms += 8 * DAY_MS;
    for (const path of paths) await record.one({ path });
    proxy.mode = "well";
    clock.ms += MINUTE_MS;
    for (const path of paths) await record.one({ path });
  });

/** Rows as real sources send them, in all their variety. */
const samples: Situation = async (options) => {
  const rows = { news: fullRows("news"), events: fullRows("events") };
  const source = await startFakeContentApi(rows);
  await inScene({ ...options, sourceUrl: source.url }, async ({ record }) => {
    const paths = await siteMapPaths(record);
    for (const path of paths.filter((one) => /^\/(?:news-events\/news|events)\//.test(one))) {
      await record.one({ path });
      await record.one({ path: `/bff${path.replace("/news-events", "")}` });
      if (path.startsWith("/events/")) await record.one({ path: `${path}.ics` });
    }
    for (const path of ["/", "/news-events", "/news-events?type=news", "/news-events?type=events"])
      await record.one({ path });
    for (const path of ["/bff/news?limit=100", "/bff/events?when=all&limit=100", "/staff/sources"])
      await record.one({ path });
    for (const path of ["/feed.xml", "/atom.xml", "/feed.json", "/events.ics", "/bff/sources"])
      await record.one({ path });
  });
  await source.close();
};

/** Known by https, as in production. */
const secure: Situation = (options) => {
  const env = { ...PATIENT, PUBLIC_ORIGIN: `https://${PUBLIC_HOST}` };
  return inScene({ ...options, env }, async ({ record }) => {
    const files = ["/robots.txt", "/sitemap.xml", "/feed.xml", "/.well-known/security.txt"];
    for (const path of [...ONE_OF_EACH, ...files, "/no/such/page", "/bff/none", "/bff/docs"])
      await record.one({ path });
    for (const [name, bytes] of Object.entries(RAW_REQUESTS)) await record.raw(name, bytes);
    for (const call of GOOD_POSTS)
      await record.one({ ...call, headers: { ...call.headers, origin: `http://${PUBLIC_HOST}` } });
  });
};

/** What the site can be in, by the name of its folder. */
export const situations: Readonly<Record<string, Situation>> = {
  pages: wellVisited,
  machines,
  forms,
  "form-limits": formLimits,
  "forms-without-source": formsWithoutSource,
  "event-writes": eventWrites,
  "source-down": sourceDown,
  "source-slow": sourceSlow,
  "source-lost": sourceLost,
  samples,
  secure,
};
