import { once } from "node:events";
import { connect } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import t, { type Test } from "tap";
import { photographLike } from "../../fixtures/photograph.ts";
import { rawRequest } from "../../setup/site/raw-request.ts";
import type { SiteOptions } from "../../setup/site/site.ts";
import { until } from "../../setup/until.ts";
import { deskScene, fieldsIn } from "./desk-scene.ts";

const NEWS = { title: "A well, half typed", text: "The **pump** & <b>more</b>", excerpt: "Water" };
const EVENT = {
  title: "An evening, half typed",
  status: "postponed",
  "startsAt.day": new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  "startsAt.time": "17:30",
  description: "Come & <b>see</b>",
  "image.alt": "A pump",
};
const FORMS = [
  { path: "/staff/news/new", fields: { ...NEWS, language: "sw", alt: "A pump", noPicture: "1" } },
  { path: "/staff/events/new", fields: { ...EVENT, key: "2f0c7d61-1d0e-4a30-9d5e-0d8d2a0a9f5e" } },
] as const;
const EMBEDDED = { CONTENT_API_URL: "embedded" };

const jpeg = async () =>
  new Blob([new Uint8Array(await photographLike({ width: 800, height: 600 }))]);

/** Checks that the refused form comes back as typed, and is accepted when sent again unchanged. */
async function isNotLost(
  t: Test,
  {
    scene,
    over,
    status,
  }: { scene: Awaited<ReturnType<typeof typedScene>>; over: string; status: number },
) {
  const { asha, repair } = scene;
  const back = [];
  for (const { path, fields } of FORMS) {
    for (const action of ["save", "preview"]) {
      const response = await asha.postFile(path, { ...fields, action });
      t.equal(response.status, status, `${over}: ${path} ${action}`);
      t.equal(response.headers.get("cache-control"), "no-store");
      const html = await response.text();
      t.match(fieldsIn(html), fields);
      t.notMatch(html, /asha@example|datalist[^>]*><option/, "nothing of the desk");
      if (action === "save") back.push({ path, fields: fieldsIn(html) });
    }
    const withFile = await asha.postFile(path, { ...fields, action: "save" }, await jpeg());
    t.match(await withFile.text(), "Choose the picture again");
  }
  await repair();
  for (const { path, fields } of back)
    t.equal((await asha.postFile(path, { ...fields, action: "save" })).status, 303, path);
}

async function typedScene(t: Test, extra: SiteOptions["extra"] = {}) {
  const scene = await deskScene(t, EMBEDDED, extra);
  const asha = await scene.signIn();
  const signInAgain = async () => {
    scene.clock.ms = Date.now();
    asha.cookie = (await scene.signIn()).cookie;
  };
  return { ...scene, asha, repair: signInAgain };
}

t.test("what was typed outlives its session", async (t) => {
  const scene = await typedScene(t);
  // Nobody has used the session for two hours.
  scene.clock.ms += 2 * 3_600_000;
  await isNotLost(t, { scene, over: "after two hours without use", status: 401 });
  const { cookie } = scene.asha;
  await scene.asha.post("/staff/sign-out", {});
  scene.asha.cookie = cookie;
  await isNotLost(t, { scene, over: "signed out elsewhere", status: 401 });
});

t.test("what was typed outlives a store that is down", async (t) => {
  const scene = await typedScene(t);
  const { asha, dataDir, site } = scene;
  const other = new DatabaseSync(`${dataDir}/site.sqlite`);
  other.exec("BEGIN IMMEDIATE");
  await until(() => site.app.store.fault() !== null);
  const repair = async () => {
    other.close();
    await until(() => site.app.store.fault() === null);
  };
  t.equal((await asha.get("/staff/news")).status, 503);
  await isNotLost(t, { scene: { ...scene, repair }, over: "locked", status: 503 });
});

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Sends the beginning of a post with a file. The test sends the end with `end()`. */
async function beginPost(
  t: Test,
  siteUrl: string,
  { path, fields = "", parts }: { path: string; fields?: string; parts: readonly Buffer[] },
) {
  const { hostname, port } = new URL(siteUrl);
  const socket = connect(Number(port), hostname);
  t.teardown(() => socket.destroy());
  socket.on("error", () => {});
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  const closed = once(socket, "close");
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nSec-Fetch-Site: same-origin\r\n`;
  const type = "Content-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n";
  socket.write(`${head}Accept: text/html\r\n${type}${fields}\r\n`);
  const write = async (bytes: Buffer) => {
    socket.write(`${bytes.length.toString(16)}\r\n`);
    socket.write(bytes);
    if (!socket.write("\r\n") && !socket.destroyed)
      await Promise.race([once(socket, "drain"), closed]);
  };
  for (const part of parts) await write(part);
  const end = async () => {
    await write(Buffer.from("\r\n--b--\r\n"));
    socket.write("0\r\n\r\n");
    await closed;
    return answer;
  };
  return { end, answered: () => closed.then(() => answer) };
}

const field = (name: string, value: string) =>
  Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
const FILE = Buffer.from(
  '--b\r\ncontent-disposition: form-data; name="picture"; filename="a.jpg"\r\n\r\n',
);

t.test(
  "while the store is down a stranger's post holds its texts alone, and few at once",
  async (t) => {
    const { asha, dataDir, site } = await typedScene(t, { serverLimits: { requestMs: 300 } });
    const other = new DatabaseSync(`${dataDir}/site.sqlite`);
    other.exec("BEGIN IMMEDIATE");
    t.teardown(() => other.close());
    await until(() => site.app.store.fault() !== null);
    const path = "/staff/news/new";
    const megabyte = Buffer.alloc(1024 * 1024, "x");
    const texts = [field("action", "save"), field("title", "Typed by nobody known")];
    const upload = [...texts, FILE, ...Array.from({ length: 10 }, () => megabyte)];
    const heldBytes = () => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers;
    };
    const before = heldBytes();
    const posts = await Promise.all(
      Array.from({ length: 4 }, () => beginPost(t, site.url, { path, parts: upload })),
    );
    // The site must hold only a small part of the 40 MB sent while the posts are under way.
    await until(() => heldBytes() - before < 5 * megabyte.length);

    const { answered } = await beginPost(t, site.url, { path, parts: texts });
    const refused = await answered();
    t.match(refused, /^HTTP\/1\.1 503 [\s\S]*retry-after: \d+/, "one more");
    t.notMatch(refused, "Typed by nobody known");
    const fields = `Cookie: ${asha.cookie}\r\n`;
    const own = await beginPost(t, site.url, { path, fields, parts: upload });
    t.match(await own.end(), /HTTP\/1\.1 503 [\s\S]*value="Typed by nobody known"/, "of the staff");

    for (const { end } of posts) {
      const answer = await end();
      t.match(answer, /HTTP\/1\.1 503 [\s\S]*value="Typed by nobody known"/);
      t.match(answer, "Choose the picture again");
    }
    const long = [field("text", "x".repeat(300_000)), field("excerpt", "y".repeat(100_000))];
    const tooLong = await beginPost(t, site.url, { path, parts: long });
    t.match(await tooLong.end(), /^HTTP\/1\.1 413 /);
    const whole = await beginPost(t, site.url, {
      path,
      parts: [field("text", "é".repeat(100_000))],
    });
    t.match(await whole.end(), "é".repeat(1_000), "the longest article comes back");
  },
);

t.test("a removed account is signed out at once, and gets nothing", async (t) => {
  const { asha, signIn, staff, site, linkFor } = await typedScene(t);
  const juma = await signIn("juma@example.org");
  const { cookie } = asha;
  const link = await linkFor();
  await staff("remove", "asha@example.org");
  for (const { path, fields } of FORMS) {
    asha.cookie = cookie;
    const response = await asha.postFile(path, { ...fields, action: "save" }, await jpeg());
    t.match([response.status, response.headers.get("location")], [303, /^\/staff\?notice=/]);
    t.equal(await response.text(), "");
  }
  t.equal((await asha.post("/staff", { link })).status, 403);
  t.notMatch(await juma.text("/staff/news"), NEWS.title);
  t.same(await site.app.store.db.selectFrom("uploads").select("name").execute(), []);
});

t.test("a picture of an event stays with its form, and comes on the site", async (t) => {
  const { asha, site, get } = await typedScene(t);
  const fields = { ...EVENT, key: "7d0c7d61-1d0e-4a30-9d5e-0d8d2a0a9f5e" };
  const send = (given: Record<string, string>, file?: Blob, path = "new") =>
    asha.postFile(`/staff/events/${path}`, { action: "save", ...given }, file);
  const heic = new Blob([Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1")]);
  const refused = await send(fields, heic);
  t.equal(refused.status, 422);
  t.match(await refused.text(), /HEIC.*save it as JPEG/);
  const wrong = await send({ ...fields, title: "" }, await jpeg());
  t.equal(wrong.status, 422);
  const html = await wrong.text();
  t.match(html, /Enter a title.*do not need to choose it again/s);
  const kept = fieldsIn(html);
  t.match(kept.upload, /^[\da-f-]{36}\.webp$/);
  const preview = await (await send({ ...kept, title: EVENT.title, action: "preview" })).text();
  t.match(preview, /id="preview".*\/pictures\//s);
  t.equal((await send(fieldsIn(preview))).status, 303);
  const events = async () => (await get("/bff/events?when=all&limit=100")).data;
  const [event] = (await events()).filter(({ title }: { title: string }) => title === EVENT.title);
  const read = fieldsIn(await asha.text(`/staff/events/${event.id}`));
  const saved = (await get(`/bff/events/id/${event.id}`)).data;
  t.equal(saved.image.alt, "A pump");
  const picture = await fetch(saved.image.url.replace(/^https?:\/\/[^/]+/, site.url));
  t.match([picture.status, picture.headers.get("content-type")], [200, "image/jpeg"]);
  t.equal((await send({ ...read, location: "Bunju" }, undefined, event.id)).status, 303);
  const moved = (await get(`/bff/events/id/${event.id}`)).data;
  t.match(moved, { location: "Bunju", image: { alt: "A pump" } });
  t.equal((await fetch(moved.image.url.replace(/^https?:\/\/[^/]+/, site.url))).status, 200);
  const again = fieldsIn(await asha.text(`/staff/events/${event.id}`));
  await send({ ...again, noPicture: "1" }, undefined, event.id);
  t.equal((await get(`/bff/events/id/${event.id}`)).data.image, null);
  const last = fieldsIn(await asha.text(`/staff/events/${event.id}`));
  await send({ ...last }, await jpeg(), event.id);
  const { version = "" } = fieldsIn(await asha.text(`/staff/events/${event.id}`));
  await asha.post(`/staff/events/${event.id}`, { action: "delete", version });
  const old = await site.app.store.db.selectFrom("uploads").select("name").execute();
  t.equal(old.length, 2, "versions and the bin name both");
});

t.test("what is wrong with an event is said in Kiswahili at a desk in Kiswahili", async (t) => {
  const { asha } = await typedScene(t);
  const long = (length: number) => "x".repeat(length);
  const send = async (fields: object) =>
    (await asha.postFile("/sw/staff/events/new", { ...EVENT, action: "save", ...fields })).text();
  for (const [fields, said] of [
    [{ title: "" }, "Andika kichwa"],
    [{ title: long(201) }, "Tumia herufi 200 au pungufu"],
    [{ "startsAt.day": "", "startsAt.time": "" }, "Andika linapoanza"],
    [{ "startsAt.day": "2026-13-01" }, "Andika siku kama"],
    [{ "endsAt.day": "2001-01-01" }, "Mwisho hauwezi kuwa kabla ya mwanzo"],
    [{ "endsAt.day": long(50) }, "Andika siku kama|Tumia herufi 40"],
    [{ description: long(20_001) }, "Tumia herufi 20000|Tumia herufi 20,000"],
    [{ ticketPrice: long(101) }, "Hii haiwezi kutumika"],
    [{ registrationUrl: "javascript:alert(1)" }, "Andika anwani inayoanza na https://"],
    [{ mapUrl: "nowhere" }, "Andika anwani inayoanza"],
    [{ status: "never" }, "Hii haiwezi kutumika"],
    [{ "image.alt": long(301), "image.url": "https://example.org/a.jpg" }, "Tumia herufi 300"],
  ] as const) {
    const html = await send(fields);
    t.match(
      html,
      new RegExp(`<a href="#field-[^"]+">(?:${said})`),
      JSON.stringify(fields).slice(0, 60),
    );
    t.notMatch(html, /Enter |Use at most|Choose |must not/);
  }
});

t.test("only the upload of a large picture gets extra time on a slow line", async (t) => {
  const limits = { serverLimits: { requestMs: 200, checkEveryMs: 20 } };
  const { site, signIn, clock } = await deskScene(t, EMBEDDED, limits);
  const asha = await signIn();
  const { cookie } = asha;
  const body = [
    '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nSlowly\r\n',
    '--b\r\ncontent-disposition: form-data; name="action"\r\n\r\nsave\r\n',
    ...Array.from(
      { length: 20 },
      (_, index) => `--b\r\ncontent-disposition: form-data; name="x${index}"\r\n\r\n\r\n`,
    ),
    "--b--\r\n",
  ];
  const post = (
    path: string,
    fields: string,
    type = "multipart/form-data; boundary=b",
    parts = body,
  ) =>
    rawRequest(
      site.url,
      [
        `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nSec-Fetch-Site: same-origin\r\n${fields}Content-Type: ${type}\r\nContent-Length: ${parts.join("").length}\r\n\r\n`,
        ...parts,
      ],
      30,
    );
  const signedIn = `Cookie: ${cookie}\r\n`;
  t.equal((await post("/staff/news/new", signedIn)).status, 303);
  const cut = await post("/staff/news/new", signedIn, undefined, body.slice(0, -1));
  t.equal(cut.status, 400, "cut off: no error of the site");
  t.equal((await post("/staff/news/new", "")).status, 408, "a stranger");
  const form = "application/x-www-form-urlencoded";
  t.equal((await post("/staff/sign-out", signedIn, form)).status, 408, "elsewhere");
  clock.ms += 12 * 3_600_000 + 1_000;
  const over = await asha.get("/staff/news");
  t.equal(over.status, 303, "the session is over");
  t.notMatch(over.headers.getSetCookie().join(), /\bstaff=/, "the browser keeps its cookie");
  for (const tried of ["once", "again"]) {
    const late = await post("/staff/news/new", signedIn);
    t.equal(late.status, 401, `whose session ended meanwhile, ${tried}`);
    t.match(late.body, /Your session has ended.*value="Slowly"/s);
  }
  const forged = `Cookie: staff=${"A".repeat(43)}\r\n`;
  const refused = await post("/staff/news/new", forged);
  t.equal(refused.status, 303, "a stranger with a cookie");
  t.notMatch(refused.body, "Slowly");
});

/** Presses a button as a browser would: with all hidden fields, and a file in the file field. */
async function press(
  { asha }: Awaited<ReturnType<typeof typedScene>>,
  path: string,
  {
    html,
    fields = {},
    file,
  }: { html: string; fields?: Record<string, string>; file?: Blob | undefined },
) {
  const form = /<form[^>]*novalidate.*?<\/form>/is.exec(html)?.[0] ?? "";
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...fieldsIn(html), ...fields }))
    body.append(name, value);
  // A hidden field may have the same name as the file field.
  if (form.includes('<input type="hidden" name="picture"')) body.append("picture", "");
  body.append("picture", file ?? new Blob([]), file ? "photo.jpg" : "");
  return asha.send(path, body);
}

const WHOLE = {
  news: { ...NEWS, category: "Water", language: "en", alt: "A pump" },
  events: EVENT,
} as const;
const PICTURES = [
  { part: "news", action: "publish", notice: "publish", empty: { title: "" } },
  { part: "events", action: "save", notice: "create", empty: { title: "", "startsAt.day": "" } },
] as const;

for (const { part, action, empty } of PICTURES) {
  const path = `/staff/${part}/new`;

  t.test(`a picture that is chosen after the form of ${part} came back is kept`, async (t) => {
    const scene = await typedScene(t);
    const { asha, site } = scene;
    const { db } = site.app.store;
    for (const first of ["save", action, "preview"]) {
      const before = (await db.selectFrom("uploads").select("name").execute()).length;
      const open = await asha.text(path);
      const back = await press(scene, path, { html: open, fields: { ...empty, action: first } });
      const html = await back.text();
      const whole = { ...WHOLE[part], title: `After ${first}`, action };
      const sent = await press(scene, path, { html, fields: whole, file: await jpeg() });
      t.equal(sent.status, 303, first);
      const uploads = await db.selectFrom("uploads").select("name").execute();
      t.equal(uploads.length, before + 1, first);
      const documents = await db.selectFrom("documents").select("document").execute();
      const made = documents.find(({ document }) => document?.includes(`After ${first}`));
      t.match(made?.document, "media/uploads/", first);
      t.match(made?.document, "A pump", first);
    }
  });

  t.test(
    `a picture of ${part} that was refused or lost is asked for until it is there`,
    async (t) => {
      const scene = await typedScene(t);
      const { asha, clock, repair } = scene;
      const whole = { ...WHOLE[part], action };
      const open = await asha.text(path);
      clock.ms += 12 * 3_600_000 + 1_000;
      const out = await press(scene, path, { html: open, fields: whole, file: await jpeg() });
      t.equal(out.status, 401);
      const lost = await out.text();
      t.match(lost, "Choose the picture again");
      const twiceOut = await press(scene, path, { html: lost, fields: whole });
      const stillLost = await twiceOut.text();
      t.match(stillLost, "Choose the picture again");
      await repair();
      const refused = async (html: string, file?: Blob) => {
        const response = await press(scene, path, { html, fields: whole, file });
        t.equal(response.status, 422);
        const text = await response.text();
        t.match(text, 'href="#field-picture"');
        t.match(text, "Continue without that file");
        return text;
      };
      const asked = await refused(await refused(stillLost));
      const wrong = await refused(asked, new Blob([Buffer.from("no picture")]));
      const again = await refused(wrong);
      const kept = await press(scene, path, { html: again, fields: whole, file: await jpeg() });
      t.equal(kept.status, 303);
      const bad = await refused(await asha.text(path), new Blob([Buffer.from("no picture")]));
      const named = { ...whole, title: "Without", noFile: "1" };
      t.equal((await press(scene, path, { html: bad, fields: named })).status, 303);
      const other = await refused(await asha.text(path), new Blob([Buffer.from("no picture")]));
      const none = { ...whole, title: "With none", noPicture: "1" };
      t.equal((await press(scene, path, { html: other, fields: none })).status, 303);
    },
  );
}

t.test("a picture that is put in the place of another is kept after each way back", async (t) => {
  const scene = await typedScene(t);
  const { asha, site } = scene;
  const html = await asha.text("/staff/events/new");
  const fields = { ...EVENT, action: "save" };
  await press(scene, "/staff/events/new", { html, fields, file: await jpeg() });
  const [, id = ""] = new RegExp(`events/(\\d+)">${EVENT.title}`).exec(
    await asha.text("/staff/events"),
  ) ?? ["", ""];
  const path = `/staff/events/${id}`;
  const nameIn = async () => {
    const rows = site.app.store.db.selectFrom("documents").select("document");
    const row = await rows.where("kind", "=", "events").where("id", "=", Number(id)).execute();
    return /uploads\/([\w-]+)/.exec(row[0]?.document ?? "")?.[1];
  };
  const seen = new Set([await nameIn()]);
  for (const first of [
    { title: "", action: "save" },
    { action: "preview" },
    { version: '"stale"', action: "save" },
  ]) {
    const back = await press(scene, path, { html: await asha.text(path), fields: first });
    const again = { html: await back.text(), file: await jpeg() };
    const whole = { title: EVENT.title, action: "save", "image.alt": "Another pump" };
    t.equal((await press(scene, path, { ...again, fields: whole })).status, 303);
    const name = await nameIn();
    t.notOk(seen.has(name), JSON.stringify(first));
    seen.add(name);
  }
});

t.test("with a picture, two presses of a button make one event", async (t) => {
  const scene = await typedScene(t);
  const html = await scene.asha.text("/staff/events/new");
  const file = await jpeg();
  const fields = { ...EVENT, action: "save" };
  const sent = () => press(scene, "/staff/events/new", { html, fields, file });
  const both = await Promise.all([sent(), sent()]);
  t.same(
    both.map(({ headers }) => headers.get("location")),
    both.map(() => both[0]?.headers.get("location")),
  );
  t.match(both[0]?.headers.get("location"), /^\/staff\/events\/\d+\?notice=create$/);
  const rows = await scene.site.app.store.db.selectFrom("uploads").select("name").execute();
  t.equal(rows.length, 1);
});
