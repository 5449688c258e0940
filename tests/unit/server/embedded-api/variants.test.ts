import t from "tap";
import type { StoredEvent } from "../../../../server/embedded-api/store/event-document.ts";
import { eventAsSent } from "../../../../server/embedded-api/variants/event-as-sent.ts";
import { imageAsSent } from "../../../../server/embedded-api/variants/image-as-sent.ts";
import { withApi } from "./with-api.ts";

const IMAGE = { url: "/media/a.svg", alt: "A", width: 4, height: 3 };

const EVENT: StoredEvent = {
  id: 0,
  slug: "a",
  date: "2026-09-24T22:30:00Z",
  version: 1,
  updatedAt: "2026-06-17T09:00:00.000Z",
  document: {
    title: "A",
    status: "scheduled",
    end_date: null,
    location: "Bunju B",
    excerpt: "Short.",
    description: "<p>Long.</p>",
    image: IMAGE,
    ticket_price: 0,
    hologram: "sent as it is",
    related_events: [],
  },
};

t.test("every alias of news occurs in the list", async (t) => {
  const { api } = withApi(t);
  const { items } = (await api.inject("/api/news")).json();
  const names = new Set(items.flatMap((item: object) => Object.keys(item)));
  for (const name of [
    ...["excerpt", "introduction", "summary", "author", "author_name", "category", "categories"],
    ...["image_url", "image", "featured_image", "published_at", "publish_date", "createdAt"],
  ]) {
    t.ok(names.has(name), name);
  }
});

t.test("every alias of events occurs in the list", async (t) => {
  const { api } = withApi(t);
  const { items } = (await api.inject("/api/events")).json();
  const names = new Set(items.flatMap((item: object) => Object.keys(item)));
  for (const name of [
    ...["start_date", "date", "end_date", "location", "venue", "location_address"],
    ...["description", "excerpt", "summary", "ticket_price", "registration_link", "map_embed_url"],
  ]) {
    t.ok(names.has(name), name);
  }
  const prices = items.map((item: { ticket_price: unknown }) => item.ticket_price);
  for (const price of [0, "0", "Free"]) t.ok(prices.includes(price), String(price));
  t.ok(prices.some((price: unknown) => typeof price === "number" && price > 0));
  t.ok(prices.some((price: unknown) => typeof price === "string" && price.startsWith("TZS ")));
  const dates = items.map((item: Record<string, string>) => item.start_date ?? item.date).join(" ");
  for (const form of [/:00Z/, /:00\+03:00/, /:00:00( |$)/, /\d{4}-\d{2}-\d{2}( |$)/]) {
    t.match(dates, form);
  }
});

t.test("the variants of an item are the same each time", async (t) => {
  const { api } = withApi(t);
  for (const url of ["/api/news", "/api/events"]) {
    t.equal((await api.inject(url)).body, (await api.inject(`${url}/`)).body);
  }
});

t.test("an instant is the same in all of its forms", (t) => {
  const sent = [0, 4, 8].map((id) => eventAsSent({ ...EVENT, id }, []));
  const dates = sent.map((event) => event.start_date ?? event.date);
  t.same(dates, ["2026-09-24T22:30:00Z", "2026-09-25T01:30:00+03:00", "2026-09-25T01:30:00"]);
  t.end();
});

t.test("no text is lost", (t) => {
  for (let id = 0; id < 12; id += 1) {
    const { excerpt, description, summary, hologram } = eventAsSent({ ...EVENT, id }, []);
    t.equal(hologram, "sent as it is");
    t.equal(excerpt, "Short.");
    t.equal(description ?? summary, "<p>Long.</p>");
  }
  const document = { ...EVENT.document, excerpt: null };
  t.equal(eventAsSent({ ...EVENT, document }, []).description, "<p>Long.</p>");
  t.end();
});

t.test("an image comes as text or as an object", (t) => {
  const asObject = { public_url: "/media/a.svg", alt: "A", width: 4, height: 3 };
  t.same(imageAsSent(3, IMAGE), { image_url: "/media/a.svg" });
  t.same(imageAsSent(4, IMAGE), { image: asObject });
  t.same(imageAsSent(5, { ...IMAGE, width: null, height: null }), {
    featured_image: { public_url: "/media/a.svg", alt: "A" },
  });
  t.same(imageAsSent(6, null), {});
  t.end();
});
