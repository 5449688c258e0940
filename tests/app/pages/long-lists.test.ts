import t from "tap";
import { startScene } from "../../setup/site/scene.ts";

const SIZE = 3_000;
const day = (index: number) => new Date(Date.UTC(2024, 0, 1) + index * 3_600_000).toISOString();
const rows = Array.from({ length: SIZE }, (_, index) => ({
  id: index + 1,
  slug: `item-${index}`,
  title: `Item ${index}`,
  published_at: day(index),
  start_date: day(index),
}));

t.test("a visitor gets one page of a list of thousands", async (t) => {
  const { get } = await startScene(t, { news: rows, events: rows });

  const { body } = await get("/bff/news?limit=100").expect(200);
  t.equal(body.data.length, 100);
  t.equal(body.meta.total, SIZE);

  const page = await get("/news-events?complete=1&page=300").expect(200);
  const numbers = [...page.text.matchAll(/aria-label="Page (\d+)"/g)].map(([, number]) => number);
  t.match(numbers.slice(0, 5), ["1", "299", "300", "301", "600"], "the ends and the neighbours");
  t.ok(numbers.length < 14, `${numbers.length} numbers for news and events`);

  const feed = await get("/feed.json").expect(200);
  t.equal(JSON.parse(feed.text ?? String(feed.body)).items.length, 50);
  const calendar = await get("/events.ics").expect(200);
  t.equal(calendar.text.match(/BEGIN:VEVENT/g)?.length, 200);
  t.match(calendar.text, `Item ${SIZE - 1}`, "the ones that begin last");
});
