import t from "tap";
import type { ClickRecord } from "../../../../client/tracking/clicks.ts";
import {
  clicksOf,
  exportName,
  mostClicked,
  totalClicks,
} from "../../../../client/tracking/clicks.ts";

const clicked = (id: string, clicks: number) => ({
  id,
  title: `Title ${id}`,
  slug: `slug-${id}`,
  clicks,
  firstClick: "2026-06-15T09:00:00.000Z",
  lastClick: "2026-06-15T09:00:00.000Z",
});
const counts = [3, 9, 1, 7, 5, 8, 2];
const record: ClickRecord = {
  news: Object.fromEntries(counts.map((count, id) => [String(id), clicked(String(id), count)])),
  events: { "501": clicked("501", 4) },
  totalClicks: 39,
  lastUpdated: "2026-06-15T09:00:00.000Z",
};

t.test("clicks are counted per item and in total; missing counts are zero", async (t) => {
  t.equal(clicksOf(record, "news", "1"), 9);
  t.equal(clicksOf(record, "events", "501"), 4);
  t.equal(clicksOf(record, "events", "1"), 0);
  t.equal(totalClicks(record), 39);
});

t.test("the most clicked items come first, five by default", async (t) => {
  const ids = (count?: number) => mostClicked(record, "news", count).map(({ id }) => id);
  t.same(ids(), ["1", "5", "3", "4", "0"]);
  t.same(ids(2), ["1", "5"]);
  t.equal(ids(99).length, 7);
});

t.test("an export is named by the visitor's local date", async (t) => {
  t.equal(exportName(new Date(2026, 0, 9, 23, 59)), "click-tracking-2026-01-09.json");
});
