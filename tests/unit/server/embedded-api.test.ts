import t from "tap";
import type { StoredEvent } from "../../../server/embedded-api/store/event-document.ts";
import { firstFreeSlug, slugFromTitle } from "../../../server/embedded-api/store/slug.ts";
import { eventAsSent } from "../../../server/embedded-api/variants/event-as-sent.ts";
import { imageAsSent } from "../../../server/embedded-api/variants/image-as-sent.ts";

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

t.test("slugs are plain, bounded and never empty", (t) => {
  t.equal(slugFromTitle("  Café ya Vijana — 2027! "), "cafe-ya-vijana-2027");
  t.equal(slugFromTitle("Girls’ day"), "girls-day");
  t.equal(slugFromTitle("水"), "event");
  t.ok(slugFromTitle("ab ".repeat(100)).length <= 80);
  t.notMatch(slugFromTitle(`${"a".repeat(79)} b`), /-$/);
  const taken = new Set(["a", "a-2"]);
  t.equal(
    firstFreeSlug("a", (slug) => taken.has(slug)),
    "a-3",
  );
  t.end();
});
