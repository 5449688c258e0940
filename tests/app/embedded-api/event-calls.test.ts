import { isDeepStrictEqual } from "node:util";
import t from "tap";
import { NOW, sharedApi, withApi } from "./with-api.ts";

const DRAFT = {
  title: "Siku ya Maji: Bunju & Mtambani’s day",
  start_date: "2026-09-24T09:00:00+03:00",
  end_date: "2026-09-24T12:00:00+03:00",
  location: "Bunju B",
  description: "<p>Water, songs and speeches.</p>",
  ticket_price: 2500,
};

type Sent = Record<string, string>;
const timeOf = (text = "") => Date.parse(/T[\d:]+$/.test(text) ? `${text}+03:00` : text);
const startOf = (event: Sent) => timeOf(event.start_date ?? event.date);
const endOf = (event: Sent) => timeOf(event.end_date ?? event.start_date ?? event.date);

t.test("the list has past, running and future events, by start", async (t) => {
  const api = await sharedApi();
  const { items } = (await api.inject("/api/events/")).json();
  const now = NOW.getTime();
  t.ok(items.filter((event: Sent) => endOf(event) < now).length >= 6);
  t.equal(items.filter((e: Sent) => startOf(e) < now && endOf(e) > now).length, 1);
  t.ok(items.filter((event: Sent) => startOf(event) > now).length >= 8);
  const starts = items.map(startOf);
  t.same(
    starts,
    starts.toSorted((a: number, b: number) => a - b),
  );
  const names = new Set<string>(items.flatMap((item: object) => Object.keys(item)));
  t.notOk(names.has("related_events"));
  // docs/spec.md, section 3.
  const known =
    "id slug title start_date date end_date location venue location_address venue_details excerpt description " +
    "summary image_url image featured_image ticket_price registration_link contact_info map_embed_url";
  t.same(
    known.split(" ").filter((name) => !names.has(name)),
    [],
    "every name of the spec is in the sample",
  );
  const prices = items.map((item: { ticket_price: unknown }) => JSON.stringify(item.ticket_price));
  const dates = items.map((item: Sent) => item.start_date ?? item.date);
  const forms = [/^0$/, /^"0"$/, /^"Free"$/, /^[1-9]/, /^"TZS /].filter(
    (form) => !prices.some((price: string) => form.test(price)),
  );
  const times = [/:00Z$/, /:00\+03:00$/, /:00:00$/, /^\d{4}-\d{2}-\d{2}$/].filter(
    (form) => !dates.some((date: string) => form.test(date)),
  );
  t.same([...forms, ...times], [], "prices and dates come in every form");
});

t.test("an event is the same by id and by slug, with an entity tag", async (t) => {
  const api = await sharedApi();
  const { items } = (await api.inject("/api/events")).json();
  const wrong = [];
  for (const { id, slug } of items) {
    const { statusCode, headers, body } = await api.inject(`/api/events/${slug}/`);
    const isSame = (await api.inject(`/api/events/id/${id}`)).body === body;
    const isWhole = Array.isArray(JSON.parse(body).related_events);
    if (statusCode !== 200 || !isSame || headers.etag !== `"${id}.1"` || !isWhole) wrong.push(slug);
  }
  t.same(wrong, []);
  t.equal((await api.inject("/api/events/none")).statusCode, 404);
  t.equal((await api.inject("/api/events/id/9999")).statusCode, 404);
});

t.test("a created event is returned, can be found, and has a slug of its own", async (t) => {
  const { api } = withApi(t);
  const url = "/api/events/";
  const create = () => api.inject({ method: "POST", url, payload: DRAFT });
  const first = await create();
  t.equal(first.statusCode, 201);
  const event = first.json();
  t.equal(event.slug, "siku-ya-maji-bunju-mtambanis-day");
  t.equal(event.version, 1);
  t.equal(event.updated_at, NOW.toISOString());
  t.equal(startOf(event), Date.parse(DRAFT.start_date));
  t.same((await api.inject(String(first.headers.location))).json(), event);
  t.equal((await create()).json().slug, "siku-ya-maji-bunju-mtambanis-day-2");
  const unreadable = await api.inject({ method: "POST", url, payload: { ...DRAFT, title: "水" } });
  t.equal(unreadable.json().slug, "event");
});

t.test("an invalid body is rejected, and the field is named", async (t) => {
  const api = await sharedApi();
  const cases: [string, unknown, RegExp][] = [
    ["no title", { ...DRAFT, title: "  " }, /^title is required\.$/],
    ["no date", { title: "A" }, /^start_date is required/],
    ["no day of the calendar", { ...DRAFT, start_date: "2026-02-30" }, /^start_date is not a date/],
    ["other date", { ...DRAFT, start_date: "03/04/2027" }, /^start_date is not a date/],
    ["ends first", { ...DRAFT, end_date: "2026-09-23" }, /^end_date is before start_date\.$/],
    ["script link", { ...DRAFT, registration_link: "javascript:alert(1)" }, /^registration_link /],
    ["script image", { ...DRAFT, image_url: "data:text/html,x" }, /^image must be/],
    ["odd price", { ...DRAFT, ticket_price: -1 }, /^ticket_price /],
    ["long title", { ...DRAFT, title: "x".repeat(201) }, /^title is longer than 200 characters\.$/],
    ["a list", [], /^The body must be a JSON object\.$/],
  ];
  for (const [name, payload, message] of cases) {
    const response = await api.inject({
      method: "POST",
      url: "/api/events",
      headers: { "content-type": "application/json" },
      payload: JSON.stringify(payload),
    });
    t.match([response.statusCode, response.json()], [422, { message }], name);
  }
});

t.test("an update replaces the event, keeps its slug and counts its version", async (t) => {
  const { api } = withApi(t);
  const { id, slug } = (
    await api.inject({ method: "POST", url: "/api/events", payload: DRAFT })
  ).json();
  const payload = { title: "Another title", date: "2026-10-01" };
  const response = await api.inject({ method: "PUT", url: `/api/events/${id}/`, payload });
  t.equal(response.statusCode, 200);
  const event = response.json();
  t.match(event, { id, slug, title: "Another title", version: 2 });
  t.equal(event.start_date ?? event.date, "2026-10-01");
  t.notOk("end_date" in event || "description" in event || "ticket_price" in event);
  t.equal(response.headers.etag, `"${id}.2"`);
});

t.test("every event can be sent back as received and changes only its version", async (t) => {
  const { api } = withApi(t);
  const { items } = (await api.inject("/api/events")).json();
  const changed = [];
  for (const { id } of items) {
    const before = (await api.inject(`/api/events/id/${id}`)).json();
    const response = await api.inject({ method: "PUT", url: `/api/events/${id}`, payload: before });
    const { version, ...after } = response.json();
    const { version: _, ...was } = before;
    if (response.statusCode !== 200 || version !== 2 || !isDeepStrictEqual(after, was))
      changed.push(before.slug);
  }
  t.same(changed, []);
});

t.test("a write against an old version is refused and changes nothing", async (t) => {
  const { api } = withApi(t);
  const url = "/api/events/1";
  const etag = String((await api.inject("/api/events/id/1")).headers.etag);
  const put = (tag: string) =>
    api.inject({ method: "PUT", url, payload: DRAFT, headers: { "if-match": tag } });
  t.equal((await put(`W/${etag}`)).statusCode, 412, "weak tags never match");
  t.equal((await put(`"0.0", ${etag}`)).statusCode, 200);
  const stale = await put(etag);
  t.equal(stale.statusCode, 412);
  t.type(stale.json().message, "string");
  const remove = (tag: string) =>
    api.inject({ method: "DELETE", url, headers: { "if-match": tag } });
  t.equal((await remove(etag)).statusCode, 412);
  t.equal((await api.inject("/api/events/id/1")).json().version, 2);
  t.equal((await remove("*")).statusCode, 204);
});

t.test("a deleted event is gone, from related lists too; its id stays unused", async (t) => {
  const { api } = withApi(t);
  const { items } = (await api.inject("/api/events")).json();
  const last = items.at(-1);
  const response = await api.inject({ method: "DELETE", url: `/api/events/${last.id}` });
  t.equal(response.statusCode, 204);
  t.equal(response.body, "");
  t.equal((await api.inject(`/api/events/${last.slug}`)).statusCode, 404);
  t.equal((await api.inject({ method: "DELETE", url: `/api/events/${last.id}` })).statusCode, 404);
  const put = { method: "PUT", url: `/api/events/${last.id}`, payload: DRAFT } as const;
  t.equal((await api.inject(put)).statusCode, 404);
  const bodies = await Promise.all(
    items.slice(0, -1).map(({ id }: Sent) => api.inject(`/api/events/id/${id}`)),
  );
  t.notOk(bodies.some(({ body }) => body.includes(last.slug)));
  const next = await api.inject({ method: "POST", url: "/api/events", payload: DRAFT });
  t.ok(next.json().id > last.id);
});

t.test("bodies that are no JSON, of another type or too large have their own status", async (t) => {
  const api = await sharedApi();
  const post = (type: string, payload: string) =>
    api.inject({ method: "POST", url: "/api/events", headers: { "content-type": type }, payload });
  const cases: [number, Awaited<ReturnType<typeof post>>][] = [
    [400, await post("application/json", "{nope")],
    [400, await post("application/json", "")],
    [415, await post("text/plain", "hello")],
    [415, await post("application/x-www-form-urlencoded", "title=A")],
    [413, await post("application/json", JSON.stringify({ title: "x".repeat(300_000) }))],
  ];
  for (const [status, response] of cases) {
    t.equal(response.statusCode, status);
    t.same(Object.keys(response.json()), ["message"]);
  }
});
