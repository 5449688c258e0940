import { globSync, readFileSync } from "node:fs";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import t, { type Test } from "tap";
import { DAY_MS } from "../../../shared/time.ts";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { flutterwaveEnv, startFakeFlutterwave, WEBHOOK_HASH } from "../../fakes/flutterwave.ts";
import { lineShapes, textShapes } from "../../fixtures/hostile/awkward-shapes.ts";
import { fieldNames, fullRows, readSample, SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { longestTurn } from "../../setup/site/loop-time.ts";
import { OPERATOR } from "../../setup/site/operator.ts";
import { startScene } from "../../setup/site/scene.ts";
import { shareScene } from "../../setup/site/shared-scene.ts";
import { startSite } from "../../setup/site/site.ts";
import { every, isWhole } from "../../setup/whole.ts";
import { CONTACT, PARTNER, VOLUNTEER } from "../forms/forms-scene.ts";
import { PLEDGE } from "../forms/pledge-scene.ts";
import { DONATION } from "../giving/payment-scene.ts";
import { deskScene, fieldsIn } from "../staff/desk-scene.ts";

/** Milliseconds of CPU that one turn of the event loop may take. `LOOP_TIMES=1` lists the longest turns. */
const LIMIT_MS = 30;
const TOKEN = "a-token-of-the-tests-0123456789";

interface Sent {
  method?: string;
  headers?: IncomingHttpHeaders;
  body?: string;
}

/** Creates a function that sends each request from an address of its own, so that no rate limit applies. */
function createSend(url: string) {
  const { hostname, port } = new URL(url);
  let clients = 0;
  return async (path: string, { method = "GET", headers = {}, body }: Sent = {}) => {
    clients += 1;
    const client = `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      // Pass the path alone: the client would encode more of a whole URL than we want.
      const sent = request({
        hostname,
        port,
        path,
        method,
        headers: { "x-forwarded-for": client, ...headers },
        maxHeaderSize: 64 * 1024,
      });
      sent.on("response", resolve);
      sent.on("error", reject);
      // A body of type string would make the client write the headers in UTF-8.
      sent.end(body === undefined ? undefined : Buffer.from(body));
    });
    return { status: response.statusCode ?? 0, text: String(await buffer(response)) };
  };
}

const longest = new Map<string, number>();

/** Work with a value that begins with `nth`, which is empty for the first try and another digit for each further try. */
type Work = (nth: string) => Promise<unknown>;

/**
 * Measures the longest turn of the work. The shortest of five tries counts, as garbage collection may delay a single try. Each try sends
 * another value, so that no cache knows the answer.
 */
async function measure(work: Work): Promise<number> {
  let ms = await longestTurn(() => work(""));
  for (let nth = 1; ms > LIMIT_MS && nth < 5; nth += 1)
    ms = Math.min(ms, await longestTurn(() => work(String(nth))));
  return ms;
}

/** Fails the test if a turn exceeds the limit. `name` says what was sent, for the list of the longest turns. */
async function goesOn(t: Test, name: string, shape: string, work: Work) {
  const ms = await measure(work);
  longest.set(name, Math.max(longest.get(name) ?? 0, ms));
  if (ms > LIMIT_MS) t.fail(`${name}: ${Math.round(ms)} ms, ${JSON.stringify(shape.slice(0, 40))}`);
}

/** Tests all fields in one request, and each field alone if that request takes too long. */
async function eachGoesOn(
  t: Test,
  about: { name: string; fields: readonly string[]; shape: string },
  work: (fields: readonly string[], nth: string) => Promise<unknown>,
) {
  const { name, fields, shape } = about;
  if ((await measure((nth) => work(fields, nth))) <= LIMIT_MS) return;
  for (const field of fields)
    await goesOn(t, `${name} ${field}`, shape, (nth) => work([field], nth));
}

const filled = (fields: readonly string[], text: string) =>
  Object.fromEntries(fields.map((name) => [name, text]));

async function scene(t: Test) {
  const flutterwave = await startFakeFlutterwave();
  const source = await startFakeContentApi({ news: fullRows("news"), events: fullRows("events") });
  const site = await startSite({
    contentApiUrl: source.url,
    now: () => SAMPLE_CLOCK,
    isSearched: true,
    env: {
      ...flutterwaveEnv(flutterwave),
      EVENTS_WRITE_TOKEN: TOKEN,
      TRUST_PROXY: "127.0.0.0/8",
      FORM_RATE_MAX: "100000",
      FORM_RATE_GLOBAL_MAX: "1000000",
      LOG_LEVEL: "fatal",
    },
  });
  t.teardown(async () => {
    await site.close();
    await source.close();
    await flutterwave.close();
  });
  const send = createSend(site.url);
  // Warm up: the first request of each kind loads and compiles code.
  for (const path of PAGES) await send(path);
  return { source, site, send };
}
const sharedScene = shareScene(scene);

const PAGES = [
  "/",
  "/news-events",
  "/sw/news-events",
  "/news-events/announcements",
  "/news-events/gallery",
  "/events/wash-forum-bagamoyo",
  "/projects",
  "/testimonials",
  "/media-resources",
  "/get-involved",
  "/contact-us",
  "/donate",
  "/donate/pledge",
  "/search",
  "/staff",
  "/no-such-page",
];

const cut = (text: string) => text.slice(0, 14_000).replace(/%.?$/, "");
const inUrl = (text: string) => cut(encodeURIComponent(text));
/** Encodes only what a URL cannot hold, so that delimiters keep their meaning. */
const asTyped = (text: string) => cut(text.replaceAll(/[^!-~]|[#"<>\\^`{|}]/g, encodeURIComponent));

const form = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };
const json = { "content-type": "application/json" };
const encoded = (fields: object) => String(new URLSearchParams(fields as Record<string, string>));

/** A request of every kind that the site accepts. */
const REQUESTS: Record<string, [path: string, sent?: Sent]> = {
  page: ["/news-events"],
  "page for one visitor": ["/search?q=water"],
  feed: ["/feed.xml"],
  calendar: ["/events.ics"],
  list: ["/bff/news"],
  file: ["/favicon.svg"],
  picture: ["/pictures/none/320.jpg"],
  health: ["/health/ready"],
  metrics: ["/metrics", { headers: OPERATOR }],
  desk: ["/staff/messages", { headers: { cookie: "staff=none" } }],
  preflight: ["/bff/news", { method: "OPTIONS" }],
  form: ["/contact-us", { method: "POST", headers: form, body: encoded(CONTACT) }],
  "form as JSON": [
    "/bff/contact",
    { method: "POST", headers: json, body: JSON.stringify(CONTACT) },
  ],
  "data saver": ["/data-saver", { method: "POST", headers: form, body: "mode=on" }],
  report: [
    "/csp-reports",
    { method: "POST", headers: { "content-type": "application/csp-report" }, body: "{}" },
  ],
  webhook: [
    "/webhooks/flutterwave",
    { method: "POST", headers: { ...json, "verif-hash": WEBHOOK_HASH }, body: "{}" },
  ],
  change: [
    "/bff/events/id/502",
    {
      method: "DELETE",
      headers: { authorization: `Bearer ${TOKEN}`, "if-match": '"none"' },
    },
  ],
  creation: [
    "/bff/events",
    {
      method: "POST",
      headers: { ...json, authorization: `Bearer ${TOKEN}`, "idempotency-key": "a-key-of-tests" },
      body: "{}",
    },
  ],
};

/** The headers that Node reads itself. Node refuses values that it does not know. */
const OF_NODE = [
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
];

/** The beginnings of header values, so that a parser reads on into the hostile part. */
const BEGINNINGS: Record<string, string> = {
  accept: "application/json, ",
  "accept-encoding": "gzip, ",
  authorization: "Bearer ",
  "content-type": "application/json; charset=",
  cookie: "staff=a; data-saver=",
  "if-modified-since": "Mon, 01 Jan 2024 ",
  origin: "http://",
  range: "bytes=",
  referer: "http://",
  traceparent: "00-",
  "user-agent": "Mozilla/5.0 (",
  "x-forwarded-for": "10.0.0.1, ",
};

/** Finds the request headers that the server's source names: `headers["if-match"]`, `headers.accept`, `{ origin } = headers`. */
function headersInSource(): string[] {
  const files = globSync("server/**/*.ts", { exclude: ["server/{source,build,pictures}/**"] });
  const text = files
    .map((file) => readFileSync(file, "utf8").replaceAll(/\/\*.*?\*\/|\/\/.*|from ".*"/g, ""))
    .join("\n");
  const fields = text.matchAll(/(?<!response\.|next\.|old\.)\bheaders\??\.([a-z]+)\b(?!\()/g);
  const keys = text.matchAll(/\bheaders\["([a-z-]+)"\]/g);
  const lists = text.matchAll(/\{([^{}]*)\}(?: = (?:\w+\.)*headers;|: IncomingHttpHeaders\))/g);
  const taken = [...lists].flatMap(([, list = ""]) => [
    ...list.matchAll(/(?:^|,)\s*"?([a-z-]+)"?(?=\s*(?:[:,=]|$))/g),
  ]);
  return [...new Set([...fields, ...keys, ...taken].map(([, name = ""]) => name))];
}

t.test("no header holds the event loop", async (t) => {
  const { site, send } = await sharedScene();
  let read = new Set<string>();
  site.app.server.prependListener("request", (incoming: IncomingMessage) => {
    incoming.headers = new Proxy(incoming.headers, {
      get: (headers, name) => {
        if (typeof name === "string") read.add(name);
        return Reflect.get(headers, name);
      },
      has: (headers, name) => {
        read.add(String(name));
        return Reflect.has(headers, name);
      },
    });
  });
  const readers = new Map<string, string[]>();
  for (const [kind, [path, sent]] of Object.entries(REQUESTS)) {
    read = new Set();
    const { status } = await send(path, sent);
    t.ok(status > 0, kind);
    for (const name of read) readers.set(name, [...(readers.get(name) ?? []), kind]);
  }
  // Code that reads a copy of the headers bypasses the proxy, so add the headers named in the source.
  for (const name of headersInSource())
    if (!readers.has(name)) readers.set(name, Object.keys(REQUESTS));
  for (const name of ["if-none-match", "if-match", "accept-encoding", "content-language", "cookie"])
    t.ok(readers.has(name), name);
  const shapes = lineShapes();
  for (const [name, kinds] of readers) {
    if (OF_NODE.includes(name) || !/^[a-z-]+$/.test(name)) continue;
    const values = shapes.flatMap((shape) => [
      { start: "", shape },
      { start: '"x', shape: `${shape}x` },
      ...(name in BEGINNINGS ? [{ start: BEGINNINGS[name] ?? "", shape }] : []),
    ]);
    for (const [at, kind] of kinds.entries()) {
      const [path, sent = {}] = REQUESTS[kind] ?? [""];
      for (const { start, shape } of every(1 + 6 * kinds.length, values.slice(at)))
        await goesOn(t, `header ${name}`, start + shape, (nth) => {
          // Headers are sent as bytes, and all of them together may have 16 kB.
          const bytes = Buffer.from(start + nth + shape).subarray(0, 14_200);
          const headers = { ...sent.headers, [name]: bytes.toString("latin1") };
          return send(path, { ...sent, headers });
        });
    }
  }
});

t.test("no path and no query holds the event loop", async (t) => {
  const { site, send } = await sharedScene();
  const shapes = lineShapes();
  for (const shape of every(5, shapes))
    for (const start of [
      "/",
      "/bff/",
      "/events/",
      "/news-events/news/",
      "/staff/",
      "/pictures/",
      "/?",
      "/bff/news?",
      "/feed.xml?",
      "/bff/search?q=water&",
      "/get-involved?",
    ])
      await goesOn(t, `address ${start}`, shape, (nth) => send(start + asTyped(nth + shape)));
  const document: {
    paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
  } = JSON.parse((await send("/bff/openapi.json")).text);
  const ofApi = Object.entries(document.paths).flatMap(([path, { get }]) =>
    (get?.parameters ?? []).map(({ name, in: place }) => ({ path, name, place })),
  );
  t.ok(ofApi.length > 20);
  for (const { path, name, place } of ofApi)
    for (const shape of every(4, shapes))
      await goesOn(t, `parameter ${path} ${name}`, shape, (nth) => {
        const value = inUrl(nth + shape);
        const url =
          place === "path" ? path.replace(`{${name}}`, value) : `${path}?${name}=${value}`;
        return send(url.replaceAll(/\{\w+\}/g, "x"));
      });
  // Search terms are as long as the site allows.
  for (const shape of every(2, textShapes(150)))
    for (const path of [
      "/bff/news?q=",
      "/bff/events?q=",
      "/bff/search?limit=100&q=",
      "/search?q=",
      "/sw/search?q=",
      "/bff/search?like=",
      "/bff/news?category=",
      "/news-events?category=",
      "/feed.json?category=",
    ])
      await goesOn(t, `words ${path}`, shape, (nth) =>
        send(path + encodeURIComponent((nth + shape).slice(0, 150).toWellFormed())),
      );
  const files = globSync(
    "{client/pages,client/components,server/{pages,desk,forms}}/**/*.{ts,tsx}",
  );
  const names = new Set(
    files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\.(?:get|has|getAll)\("([A-Za-z-]+)"\)/g)].map(
        ([, name = ""]) => name,
      ),
    ),
  );
  t.ok(names.size > 20);
  let turn = 0;
  for (const path of PAGES)
    for (const name of names) {
      turn += 7;
      const some = isWhole ? shapes : [shapes[turn % shapes.length] ?? ""];
      for (const shape of some) {
        await goesOn(t, `parameter of pages ${name}`, shape, (nth) =>
          send(`${path}?${name}=${inUrl(nth + shape)}`),
        );
      }
    }
  t.equal((await fetch(`${site.url}/health/live`)).status, 200);
});

t.test("no list of long texts holds the event loop", async (t) => {
  let nowMs = SAMPLE_CLOCK;
  const rows = Array.from({ length: 300 }, (_, at) => ({
    id: at + 1,
    slug: `item-${at}`,
    title: `Item ${at}`,
    excerpt: "What an article about wells says. ".repeat(10),
    start_date: "2030-01-01",
  }));
  const text = `<p>${"Words of an article about wells. ".repeat(190)}</p>`;
  const { site } = await startScene(t, {
    news: rows.map((row) => ({ ...row, content: text })),
    events: rows.map((row) => ({ ...row, description: text })),
    now: () => nowMs,
    env: { LOG_LEVEL: "fatal" },
  });
  const send = createSend(site.url);
  const ofLists = ["news", "events"].flatMap((list) => [
    `/bff/${list}?limit=100`,
    `/bff/${list}?limit=100&syncToken=start`,
    `/bff/${list}?q=zzz`,
    `/bff/view/${list}`,
    `/bff/${list}/item-1`,
  ]);
  const ofSite = ["/", "/news-events", "/events.ics", "/sitemap.xml", "/news-events/news/item-1"];
  const feeds = ["/feed.xml", "/atom.xml", "/feed.json"];
  for (const path of [...ofLists, ...ofSite, ...feeds]) {
    // Code that runs for the first time is slow.
    t.equal((await send(path)).status, 200, path);
    await goesOn(t, `lists ${path}`, path, () => {
      // The lists are read from the source again.
      nowMs += 2 * DAY_MS;
      return send(path);
    });
  }
  for (const list of ["news", "events"])
    for (const q of ["zzz", "words wells", "a b c d e f g h i j k l m n o p q r s t u v w x y z"])
      await goesOn(t, `q of ${list}`, q, (nth) =>
        send(`/bff/${list}?q=${encodeURIComponent(q + nth)}`),
      );
});

const TEXTS_OF_EVENT = [
  "title",
  "location",
  "excerpt",
  "ticketPrice",
  "registrationUrl",
  "contactInfo",
  "mapUrl",
  "startsAt",
];
const EVENT = { title: "x", startsAt: "2027-01-01" };

/** The JSON bodies with a text in their fields, by the kind of request. */
const BODIES: [kind: string, bodyOf: (text: string) => object][] = [
  ["webhook", (text) => ({ event: text, data: { id: 1, tx_ref: text } })],
  [
    "report",
    (text) => ({
      "csp-report": {
        "document-uri": `http://${text}`,
        "blocked-uri": text,
        "effective-directive": text,
      },
    }),
  ],
  ["creation", (text) => ({ ...filled(TEXTS_OF_EVENT, text.slice(0, 3_000)), description: text })],
  ["creation", (text) => ({ ...EVENT, registrationUrl: text })],
  ["creation", (text) => ({ ...EVENT, mapUrl: text, image: { url: text } })],
  ["creation", (text) => ({ ...EVENT, description: text })],
];

t.test("no field of a form holds the event loop", async (t) => {
  const { send } = await sharedScene();
  const forms: [path: string, fields: object][] = [
    ["/contact-us", CONTACT],
    ["/get-involved?form=volunteer", VOLUNTEER],
    ["/get-involved?form=partner", PARTNER],
    ["/donate", DONATION],
    ["/donate/pledge", PLEDGE],
    ["/bff/contact", CONTACT],
    ["/bff/volunteer", VOLUNTEER],
    ["/bff/partner", PARTNER],
  ];
  const shapes = textShapes();
  for (const [path, usual] of forms) {
    const isJson = path.startsWith("/bff");
    const names = new Set(Object.keys(usual));
    if (!isJson)
      for (const [, name = ""] of (await send(path)).text.matchAll(
        /<(?:input|select|textarea)[^>]* name="([^"]+)"/g,
      ))
        names.add(name);
    const post = (fields: object) =>
      isJson
        ? send(path, { method: "POST", headers: json, body: JSON.stringify(fields) })
        : send(path, { method: "POST", headers: form, body: encoded(fields) });
    for (const [at, name] of [...names].entries())
      for (const shape of every(37, shapes.slice(at % 37)))
        await goesOn(t, `field ${path} ${name}`, shape, (nth) =>
          post({ ...usual, [name]: nth + shape }),
        );
    for (const shape of every(37, shapes))
      await goesOn(t, `names ${path}`, shape, (nth) =>
        post({ ...usual, [nth + shape]: nth + shape }),
      );
    const many = Array.from({ length: 2_500 }, (_, at) => [`f${at}`, ""]);
    await goesOn(t, `names ${path}`, "many", (nth) =>
      post(Object.fromEntries([...many, [`g${nth}`, ""]])),
    );
  }
  for (const shape of every(9, shapes))
    for (const [kind, bodyOf] of BODIES) {
      const [path = "", sent] = REQUESTS[kind] ?? [];
      const { "idempotency-key": _, ...headers } = sent?.headers ?? {};
      await goesOn(t, `body of a ${kind}`, shape, (nth) =>
        send(path, { ...sent, headers, body: JSON.stringify(bodyOf(nth + shape)) }),
      );
    }
});

t.test("no text of the source holds the event loop", async (t) => {
  const { source, send } = await sharedScene();
  const shapes = textShapes();
  const longTexts = [
    `<ul>${"<li>word".repeat(19_000)}</ul>`,
    "<img src=/a.png>".repeat(10_000),
    "line\n\n".repeat(20_000),
    `<p>${"A word of an article. ".repeat(8_000)}</p>`,
  ];
  let id = 10_000;
  for (const kind of ["news", "events"] as const) {
    const [sample] = kind === "news" ? ["101"] : ["502"];
    const usual = readSample(kind, sample);
    const names = fieldNames(kind).filter((name) => !["id", "slug"].includes(name));
    t.ok(names.length > 15);
    let read = 0;
    const readWith = async (fields: readonly string[], text: string) => {
      id += 1;
      source[kind] = [{ ...usual, ...filled(fields, text), id, slug: `shape-${id}` }];
      const { status } = await send(`/bff/${kind}/shape-${id}`);
      if (status === 200) read += 1;
      const page = kind === "news" ? "/news-events/news" : "/events";
      await send(`${page}/shape-${id}?complete=1`);
      if (kind === "events") await send(`/events/shape-${id}.ics`);
    };
    const some = every(47, shapes.toReversed());
    for (const shape of some) {
      const inTag = `<a href="tel:+${shape}" title='${shape}'>x</a>`;
      for (const text of [shape, inTag, shape.slice(0, 100)])
        await eachGoesOn(t, { name: kind, fields: names, shape: text }, (fields, nth) =>
          readWith(fields, nth + text),
        );
    }
    t.ok(read > some.length * 2, `${read} items were read`);
    for (const text of longTexts)
      for (const name of kind === "news" ? ["content"] : ["description", "venue_details"])
        await goesOn(t, `${kind} ${name}, long`, text, (nth) => readWith([name], nth + text));
  }
});

/** The fields of the desk that take no free text and refuse any other value. */
const CHOSEN = /^(?:status|language|version|startsAt.*|endsAt.*|at|upload|state)$/;

/** Texts of 99,000 characters as people write them, which are taken. */
const ORDINARY = [
  "A paragraph of words, as long as most are, that someone typed without any marks. ".repeat(5),
  "A *word* and **two** with [a link](https://example.org/a), and so on.",
  "- an item of a list with *some* words",
  '"We don\'t know", she said, "but the water is clean & near the school now."',
  "## A heading\n\n> A quotation that somebody said.\n\n1. One thing\n2. Another thing",
  "| Year | Wells |\n|---|---|\n| 2024 | 12 in Kilosa |",
  "A line of a poem or of an address\nand its second line",
].map((part) => `${part}\n\n`.repeat(Math.floor(99_000 / (part.length + 2))));

t.test("no text of the desk holds the event loop", async (t) => {
  const { site, signIn } = await deskScene(t, { CONTENT_API_URL: "embedded", LOG_LEVEL: "fatal" });
  const asha = await signIn();
  const send = createSend(site.url);
  const headers = { ...form, cookie: asha.cookie, "sec-fetch-site": "same-origin" };
  const shapes = textShapes();
  for (const path of ["/staff/news/new", "/staff/events/new"]) {
    const html = await asha.text(path);
    const usual = {
      ...fieldsIn(html),
      title: "x",
      text: "x",
      excerpt: "x",
      category: "x",
      language: "en",
      "startsAt.day": "2099-01-01",
      status: "scheduled",
      description: "x",
    };
    const names = Object.keys(fieldsIn(html)).filter((name) => name !== "key");
    t.ok(names.length > 8);
    const inputs = html.matchAll(/<(?:input|textarea)[^>]* name="([^"]+)"[^>]*/g);
    const limits = new Map(
      [...inputs].map(([tag, name = ""]) => [
        name,
        Number(/maxlength="(\d+)"/i.exec(tag)?.[1] ?? 14_000),
      ]),
    );
    const longText = path.includes("news") ? "text" : "description";
    const preview = async (text: string) => {
      // The form of the desk sends multipart, which may be longer than other forms.
      const sent = new FormData();
      const fields = { ...usual, [longText]: text, action: "preview" };
      for (const [name, value] of Object.entries(fields)) sent.set(name, String(value));
      const message = new Response(sent);
      const type = message.headers.get("content-type") ?? "";
      const body = await message.text();
      return send(path, { method: "POST", headers: { ...headers, "content-type": type }, body });
    };
    const max = (limits.get(longText) ?? 14_000) - 3;
    for (const [at, text] of [...ORDINARY, ...every(23, textShapes(max))].entries()) {
      const shape = text.slice(0, max);
      await goesOn(t, `${path} long ${longText}`, shape, (nth) => preview(`${nth}\n\n${shape}`));
      if (at < ORDINARY.length) t.equal((await preview(shape)).status, 200, shape.slice(0, 40));
    }
    for (const shape of every(17, shapes))
      for (const action of ["preview", path.includes("news") ? "publish" : "save"]) {
        const post = (fields: object) =>
          send(path, { method: "POST", headers, body: encoded({ ...usual, ...fields, action }) });
        const about = { name: `${path} ${action}`, fields: names, shape };
        // As long as it may be while the others are well.
        const paragraph = (nth: string) => (nth === "" ? "" : `${nth}\n\n`);
        await goesOn(t, `${path} ${action} ${longText}`, shape, (nth) =>
          post({ [longText]: paragraph(nth) + shape }),
        );
        // Too long for most fields, and as long as each may be.
        await eachGoesOn(t, about, (fields, nth) => post(filled(fields, nth + shape)));
        const texts = names.filter((name) => !CHOSEN.test(name));
        await eachGoesOn(t, { ...about, fields: texts }, (fields, nth) =>
          post(
            Object.fromEntries(
              fields.map((name) => [name, (nth + shape).slice(0, limits.get(name))]),
            ),
          ),
        );
      }
  }
  await send("/get-involved", { method: "POST", headers: form, body: encoded(VOLUNTEER) });
  await send("/donate/pledge", { method: "POST", headers: form, body: encoded(PLEDGE) });
  const [message] =
    /\/staff\/messages\/[\w-]{8,}(?=["?])/.exec(await asha.text("/staff/messages")) ?? [];
  const [gift] = /\/staff\/gifts\/[\w-]{8,}(?=["?])/.exec(await asha.text("/staff/gifts")) ?? [];
  t.ok(message);
  t.ok(gift);
  for (const path of ["/staff", message ?? "", gift ?? ""]) {
    // The sign-in form is read by a browser that is not signed in.
    const html = path === "/staff" ? (await send(path)).text : await asha.text(path);
    const desk = path.split("/").slice(0, 3).join("/");
    for (const [sent] of html.matchAll(/<form[^>]*method="post".*?<\/form>/gs)) {
      const controls = sent.matchAll(/<(?:input|select|textarea|button)[^>]* name="([^"]+)"[^>]*/g);
      const usual = Object.fromEntries(
        Array.from(controls, ([tag, name]) => [name, / value="([^"]*)"/.exec(tag)?.[1] ?? "x"]),
      );
      // The sign-in form has these fields when links are sent by mail, and after a link was opened.
      const ofSignIn = path === "/staff" ? ["email", "link"] : [];
      for (const name of [...Object.keys(usual), ...ofSignIn])
        for (const shape of every(19, shapes))
          await goesOn(t, `desk ${desk} ${name}`, shape, (nth) =>
            send(path, {
              method: "POST",
              headers,
              body: encoded({ ...usual, [name]: nth + shape }),
            }),
          );
    }
  }
  for (const shape of every(4, lineShapes()))
    for (const path of [
      "/staff/messages?q=",
      "/staff/messages?state=",
      "/staff/gifts?month=",
      "/staff/events?page=",
      "/staff/news?notice=",
      "/staff?link=",
    ])
      await goesOn(t, `desk ${path}`, shape, (nth) => send(path + inUrl(nth + shape), { headers }));
});

t.teardown(() => {
  if (process.env.LOOP_TIMES === undefined) return;
  const lines = [...longest].sort(([, one], [, other]) => other - one);
  for (const [name, ms] of lines)
    process.stderr.write(`${ms.toFixed(0).padStart(6)} ms  ${name}\n`);
});
