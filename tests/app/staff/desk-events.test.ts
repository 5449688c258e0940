import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t, { type Test } from "tap";
import { startEmbeddedApi } from "../../../server/embedded-api/embedded-api.ts";
import { listen } from "../../setup/listen.ts";
import { deskScene, fieldsIn } from "./desk-scene.ts";

const DAY = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const TYPED = {
  title: "Evening of open ledgers",
  status: "scheduled",
  "startsAt.day": DAY,
  "startsAt.time": "17:30",
  location: "Bunju <i>B</i> & more",
  description: "<p>Come <script>alert(1)</script>and <strong>read</strong>.</p>",
  ticketPrice: "0",
};

/** Starts a desk over a source that takes events. */
async function eventScene(t: Test) {
  const dataDir = mkdtempSync(join(tmpdir(), "desk-events-"));
  const api = await startEmbeddedApi({ dataDir, port: 0 });
  t.teardown(async () => {
    await api.close();
    rmSync(dataDir, { recursive: true });
  });
  const scene = await deskScene(t, { CONTENT_API_URL: api.url });
  const asha = await scene.signIn();
  const send = (path: string, fields: Record<string, string>, action = "save") =>
    asha.post(`/staff/events/${path}`, { ...fields, action });
  const idOf = async (title: string) => {
    const { data } = await scene.get("/bff/events?when=all&limit=100");
    return data.find((event: { title: string }) => event.title === title)?.id ?? null;
  };
  const count = async () => (await scene.get("/bff/events?when=all")).meta.total;
  return { ...scene, asha, send, idOf, count };
}

/** Starts a desk over events that the site itself stores. */
async function ownScene(t: Test) {
  const scene = await deskScene(t, { CONTENT_API_URL: "embedded" });
  const asha = await scene.signIn();
  const send = (path: string, fields: Record<string, string>, action = "save") =>
    asha.postFile(`/staff/events/${path}`, { ...fields, action });
  const idOf = async (title: string) => {
    const { data } = await scene.get("/bff/events?when=all&limit=100");
    return data.find((event: { title: string }) => event.title === title)?.id ?? null;
  };
  return { ...scene, asha, send, idOf };
}

t.test("an event is made, previewed, changed, cancelled, deleted; visitors see it", async (t) => {
  const { asha, send, idOf, site } = await eventScene(t);
  const form: Record<string, string> = {
    ...fieldsIn(await asha.text("/staff/events/new")),
    ...TYPED,
  };
  t.match(form.key, /^[\w-]{36}$/);
  const preview = await (await send("new", form, "preview")).text();
  t.match(preview, "17:30 EAT");
  t.match(preview, "<strong>read</strong>");
  t.notMatch(preview, "<script>alert");
  t.match(fieldsIn(preview), form, "what was typed is kept");
  t.equal(await idOf(TYPED.title), null, "nothing is saved by a preview");

  const created = await send("new", fieldsIn(preview));
  t.equal(created.status, 303);
  const place = created.headers.get("location") ?? "";
  t.match(place, /^\/staff\/events\/\d+\?notice=create$/);
  t.match(await asha.text(place), "Event created successfully");
  const id = await idOf(TYPED.title);
  t.match(await asha.text("/news-events?type=events"), "Evening of open ledgers");

  const read = fieldsIn(await asha.text(`/staff/events/${id}`));
  t.match(read, { title: TYPED.title, "startsAt.day": DAY, "startsAt.time": "17:30" });
  t.match(read, { status: "scheduled", location: TYPED.location, ticketPrice: "Free" });
  const changed = await send(id, { ...read, status: "cancelled", location: "Under the baobab" });
  t.equal(changed.headers.get("location"), `/staff/events/${id}?notice=update`);
  t.match(await asha.text("/staff/events"), "Cancelled · Upcoming");
  t.match(await asha.text("/events/evening-of-open-ledgers"), "Under the baobab");

  const late = await send(id, { ...read, title: "My words" });
  t.equal(late.status, 409);
  const conflict = await late.text();
  t.match(conflict, "Failed to update event: Somebody else has changed the event");
  t.match(fieldsIn(conflict), { title: "My words" });
  const stale = await send(id, { version: read.version ?? "" }, "delete");
  t.equal(stale.status, 409);
  t.match(await stale.text(), "so it was not deleted");
  t.match(await asha.text(`/staff/events/${id}`), "asha@example.org, changed the event");

  const question = await asha.text(`/staff/events/${id}?ask=delete`);
  t.match(question, "It disappears from the site at once.");
  const keep = question.indexOf(">Keep event<");
  t.ok(keep > 0 && keep < question.indexOf('value="delete"'), "what changes nothing comes first");
  const { version = "" } = fieldsIn(question);
  const gone = await send(id, { version }, "delete");
  t.equal(gone.headers.get("location"), "/staff/events?notice=remove");
  t.match(await asha.text("/sw/staff/events?notice=remove"), "Tukio limeondolewa");
  t.equal((await asha.get(`/staff/events/${id}`)).status, 404);
  t.equal((await asha.get("/events/evening-of-open-ledgers")).status, 404);
  const audit = site.logs.filter(({ reference }) => reference === `event ${id}`);
  t.match(audit, [
    { audit: "event created", staff: /^staff-/ },
    { audit: "event updated" },
    { audit: "event deleted" },
  ]);
  t.notMatch(JSON.stringify(site.logs), /ledgers|baobab/);
});

t.test("after a conflict the same form, sent again, replaces what is there", async (t) => {
  const { asha, send } = await eventScene(t);
  const read = fieldsIn(await asha.text("/staff/events/1"));
  await send("1", { ...read, location: "Theirs" });
  const conflict = await (await send("1", { ...read, location: "Mine" })).text();
  t.equal((await send("1", fieldsIn(conflict))).status, 303);
  t.equal(fieldsIn(await asha.text("/staff/events/1")).location, "Mine");
});

t.test("what cannot be used is said above and beside the fields, in both languages", async (t) => {
  const { asha, send, count } = await eventScene(t);
  const before = await count();
  const bad = {
    ...TYPED,
    title: " ",
    "startsAt.day": "",
    registrationUrl: "javascript:alert(1)",
  };
  const response = await send("new", { ...bad, key: randomUUID() });
  t.equal(response.status, 422);
  const html = await response.text();
  t.match(html, '<a href="#field-title">Enter a title</a>');
  t.match(html, '<a href="#field-startsAt">Enter a day such as');
  t.match(html, 'aria-describedby="field-registrationUrl-hint field-registrationUrl-error"');
  t.match(fieldsIn(html), { registrationUrl: bad.registrationUrl, location: TYPED.location });
  const swahili = await asha.post("/sw/staff/events/new", { ...bad, action: "save" });
  t.match(await swahili.text(), "Andika kichwa");
  t.equal(await count(), before);
});

t.test("a form makes one event, however often it is sent", async (t) => {
  const { send, count } = await eventScene(t);
  const before = await count();
  const form = { ...TYPED, key: randomUUID() };
  const sent = await Promise.all([send("new", form), send("new", form)]);
  sent.push(await send("new", form));
  t.same(
    sent.map(({ status, headers }) => [status, headers.get("location")]),
    sent.map(() => [303, sent[0]?.headers.get("location")]),
  );
  t.match(sent[0]?.headers.get("location"), /^\/staff\/events\/\d+\?notice=create$/);
  t.equal(await count(), before + 1);
  const other = await send("new", { ...form, title: "Other words" });
  t.equal(other.status, 409);
  const html = await other.text();
  t.match(html, "may have created an event");
  t.equal(await count(), before + 1);
  t.equal((await send("new", fieldsIn(html))).status, 303);
  t.equal(await count(), before + 2);
});

t.test("a user who is signed out meanwhile keeps the input and changes nothing", async (t) => {
  const { asha, browser, send, count, signIn } = await eventScene(t);
  const before = await count();
  const form = { ...TYPED, key: randomUUID() };
  await asha.post("/staff/sign-out", {});
  for (const action of ["save", "preview"]) {
    const response = await send("new", form, action);
    t.equal(response.status, 401);
    const html = await response.text();
    t.match(html, "Your session has ended.");
    t.match(fieldsIn(html), form);
    t.notMatch(html, "asha@example.org");
  }
  t.equal((await send("1", form, "delete")).headers.get("location"), "/staff?notice=not-done");
  const { headers } = await browser().get("/staff/events/1");
  t.equal(headers.get("location"), "/staff?notice=sign-in");
  const again = await signIn();
  const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
  const posted = await again.post("/staff/events/new", { ...form, action: "save" }, foreign);
  t.equal(posted.status, 403);
  t.equal(await count(), before);
});

t.test("a new event that the source has already is refused, not in conflict", async (t) => {
  const source = await listen(createServer((_request, response) => response.writeHead(409).end()));
  t.teardown(source.close);
  const { signIn } = await deskScene(t, { CONTENT_API_URL: source.url });
  const response = await (await signIn()).post("/staff/events/new", { ...TYPED, action: "save" });
  t.match(await response.text(), "Failed to create event: The content source refused it.");
});

t.test("a source that is down loses nothing that was typed", async (t) => {
  const { source, signIn } = await deskScene(t);
  const asha = await signIn();
  source.mode = "refuse";
  const response = await asha.post("/staff/events/new", { ...TYPED, action: "save" });
  t.equal(response.status, 503);
  const html = await response.text();
  t.match(html, "Failed to create event: The content source is not responding.");
  t.match(html, "This May Not Have Been Saved");
  t.match(fieldsIn(html), { title: TYPED.title, description: TYPED.description });
  t.match(await asha.text("/staff/events"), /Error loading events|No events in this list/);
});

const MARKDOWN = "## Bring\n\nA cup & a *friend*.\nAt **five**.\n\n- one\n- two";

const SOURCES = [
  { source: "the embedded source", open: ownScene },
  { source: "another source", open: eventScene },
];

for (const { source, open } of SOURCES)
  t.test(`texts of an event are typed as those of news, over ${source}`, async (t) => {
    const { asha, send, idOf, get, site } = await open(t);
    const typed = { ...TYPED, description: MARKDOWN, venueDetails: "Hall 2\nUpstairs" };
    const preview = await send("new", { ...typed, key: randomUUID() }, "preview");
    t.match(await preview.text(), "At <strong>five</strong>");
    t.equal((await send("new", { ...typed, key: randomUUID() })).status, 303);
    const id = await idOf(TYPED.title);
    const { data } = await get(`/bff/events/id/${id}`);
    t.match(data.description, "<h2>Bring</h2>");
    t.match(data.description, "<em>friend</em>.<br>At <strong>five</strong>.");
    t.equal(data.venueDetails, "<p>Hall 2<br>Upstairs</p>");
    const form = fieldsIn(await asha.text(`/staff/events/${id}`));
    t.match(form, { description: MARKDOWN, venueDetails: typed.venueDetails });
    t.equal(form.excerpt, "", "it has no short text of its own");
    t.equal((await send(id, form)).status, 303);
    const after = (await get(`/bff/events/id/${id}`)).data;
    t.match(after, { description: data.description, excerpt: data.excerpt });
    if (open !== ownScene) return;
    const list = await fetch(`${site.app.contentApiUrl}/api/events`);
    t.notMatch(await list.text(), "markdown", "only the desk sees the typed text");
  });

for (const { source, open } of SOURCES)
  t.test(`a long text of an event is no short one, over ${source}`, async (t) => {
    const { asha, send, idOf } = await open(t);
    // Every quotation mark takes six characters in HTML.
    const description = `${'"Karibu" & welcome. '.repeat(990)}\n\nEnd.`;
    t.ok(description.length < 20_000);
    const typed = { ...TYPED, description, key: randomUUID() };
    t.equal((await send("new", typed)).status, 303);
    const id = await idOf(TYPED.title);
    for (const location of ["Bunju", "Tabora"]) {
      const form = fieldsIn(await asha.text(`/staff/events/${id}`));
      t.match(form, { excerpt: "", description: description.slice(0, 50) });
      t.equal((await send(id, { ...form, location })).status, 303);
    }
    const form = fieldsIn(await asha.text(`/staff/events/${id}`));
    await send(id, { ...form, excerpt: "Come." });
    t.equal(fieldsIn(await asha.text(`/staff/events/${id}`)).excerpt, "Come.");
    const long = await send(id, { ...form, description: "x".repeat(20_001) });
    t.match(await long.text(), /href="#field-description">Use at most 20[ ,]?000/);
  });

t.test("events of the sample open as text, and change nothing when they are saved", async (t) => {
  const { asha, send, get } = await ownScene(t);
  for (const { id } of (await get("/bff/events?when=all&limit=100")).data) {
    const before = (await get(`/bff/events/id/${id}`)).data;
    const form = fieldsIn(await asha.text(`/staff/events/${id}`));
    t.notMatch(form.description, /<(?:p|br|strong|em|a|ul|li|h\d)\b/, id);
    t.equal((await send(id, form)).status, 303, id);
    const { updatedAt, ...after } = (await get(`/bff/events/id/${id}`)).data;
    t.match(before, after, id);
  }
});

t.test("the list has what is to come first, the nearest above, then what is over", async (t) => {
  const { asha, site } = await ownScene(t);
  const list = await asha.text("/staff/events");
  const words = [...list.matchAll(/[> ](Upcoming|Now|Past|No date)</g)].map(([, word]) => word);
  const order = ["Now", "Upcoming", "No date", "Past"];
  const expected = words.toSorted((a = "", b = "") => order.indexOf(a) - order.indexOf(b));
  t.same(words, expected);
  const { data } = await (await fetch(`${site.url}/bff/events?when=all&limit=100`)).json();
  const startOf = new Map<string, string>(
    data.map(({ id, startsAt }: { id: string; startsAt: string }) => [id, startsAt]),
  );
  const starts = [...list.matchAll(/href="\/staff\/events\/(\d+)"/g)].map(([, id = ""]) =>
    startOf.get(id),
  );
  const coming = starts.slice(0, words.indexOf("Past"));
  t.same(coming, coming.toSorted());
  const over = starts.slice(words.indexOf("Past"));
  t.same(over, over.toSorted().reverse());
});

t.test("an event that was deleted meanwhile can be saved as another one", async (t) => {
  const { asha, send, signIn, idOf } = await ownScene(t);
  const juma = await signIn("juma@example.org");
  const open = fieldsIn(await asha.text("/staff/events/1"));
  await juma.post("/staff/events/1", { version: open.version ?? "", action: "delete" });
  const late = await send("1", { ...open, title: "Once more" });
  t.equal(late.status, 404);
  const html = await late.text();
  t.match(html, /no longer exists.*juma@example\.org, deleted the event/s);
  t.match(html, 'action="/staff/events/new');
  t.equal((await send("new", fieldsIn(html))).status, 303);
  t.ok(await idOf("Once more"));
});

t.test("a second press of a button leads where the first one led", async (t) => {
  const { asha, send } = await ownScene(t);
  const read = fieldsIn(await asha.text("/staff/events/2"));
  const twice = async (fields: Record<string, string>, action: string) => {
    const sent = await Promise.all([send("2", fields, action), send("2", fields, action)]);
    return sent.map(({ headers }) => headers.get("location"));
  };
  const changed = "/staff/events/2?notice=update";
  t.same(await twice({ ...read, location: "Tabora" }, "save"), [changed, changed]);
  const { version = "" } = fieldsIn(await asha.text("/staff/events/2"));
  const removed = "/staff/events?notice=binned";
  t.same(await twice({ version }, "delete"), [removed, removed]);
});
