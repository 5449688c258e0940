import { Parser } from "htmlparser2";
import t from "tap";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { startScene } from "../../setup/site/scene.ts";

/** The places of a text in `main`, with the attributes that they and what is around them have. */
function placesOf(html: string, text: string) {
  const around: { tag: string; lang: string | null; dir: string | null }[] = [];
  const found: typeof around = [];
  const parser = new Parser({
    onopentag: (tag, { lang, dir }) => {
      const outer = tag === "main" ? undefined : around.at(-1);
      around.push({ tag, lang: lang ?? outer?.lang ?? null, dir: dir ?? outer?.dir ?? null });
    },
    ontext: (words) => {
      const place = around.at(-1);
      if (place && words === text && around.some(({ tag }) => tag === "main")) found.push(place);
    },
    onclosetag: () => void around.pop(),
  });
  parser.end(html);
  return found;
}

const ENGLISH = "Wells for the school";
const ARABIC = "افتتح أهالي القرية بئرا جديدة للمياه";
const HEBREW = "באר מים חדשה נפתחה בכפר";

for (const [stated, text, lang, dir] of [
  ["ar", ARABIC, "ar", "rtl"],
  ["Arabic", ARABIC, "ar", "rtl"],
  [undefined, ARABIC, "ar", "rtl"],
  [undefined, HEBREW, "he", "rtl"],
  [undefined, "مدرسه جدید برای کودکان گشایش یافت", "fa", "rtl"],
  ["xx", HEBREW, "he", "rtl"],
  ["fr", "La réunion de la commune", "fr", "ltr"],
  ["de", "Die Brunnen von Mtambani", "de", "ltr"],
  [undefined, "ወንዙ ንጹህ ውሃ አለው", "am", "ltr"],
  ["en", ENGLISH, null, null],
  ["en", `WASH: ${ARABIC}`, "ar", "rtl"],
] as const)
  t.test(`${stated}, ${text}: the texts have their language and direction`, async (t) => {
    const item = { id: 1, slug: "one", title: text, excerpt: text, language: stated };
    const rest = { related_events: [item], related_news: [item] };
    // In two languages where it is not in English alone.
    const html = `<p>${text}</p><p>${ENGLISH}</p>`;
    const { get } = await startScene(t, {
      news: [{ ...item, ...rest, content: html, author: text, published_at: "2026-03-01" }],
      events: [{ ...item, ...rest, description: html, location: text, start_date: "2026-09-01" }],
      env: { HEAD_START_MS: "5000" },
      now: () => SAMPLE_CLOCK,
    });
    for (const [path, count] of [
      ["/", 4],
      ["/news-events", 4],
      ["/news-events/news/one", 5],
      ["/events/one", 3],
    ] as const) {
      const places = placesOf((await get(path)).text, text);
      t.ok(places.length >= count, `${path} has it ${places.length} times`);
      for (const place of places) {
        if (place.dir !== "auto") t.equal(place.dir, dir, `${place.tag} of ${path}`);
        // Who wrote it, where, and links to others are not known to be in the language of the item.
        if (["h1", "h3", "p"].includes(place.tag))
          t.equal(place.lang, lang, `${place.tag} of ${path}`);
      }
    }
    t.equal((await get("/bff/news/one")).body.data.language, lang ?? "en");
  });
