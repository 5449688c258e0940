import { Parser } from "htmlparser2";
import t from "tap";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { startScene } from "../../setup/site/scene.ts";

/** Finds the elements in `main` that hold the text, with the `lang` and `dir` that each has or inherits. */
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
    // The body holds English, too, so most bodies are in two languages.
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
        // Author, place and related links may be in any language, so only headings and paragraphs are checked.
        if (["h1", "h3", "p"].includes(place.tag))
          t.equal(place.lang, lang, `${place.tag} of ${path}`);
      }
    }
    t.equal((await get("/bff/news/one")).body.data.language, lang ?? "en");
  });

t.test("an item in another language than the page says so, on its page and its card", async (t) => {
  const row = { id: 1, published_at: "2026-03-01", start_date: "2026-09-01" };
  const english = { ...row, slug: "english", title: ENGLISH, language: "en" };
  const french = { ...row, id: 2, slug: "french", title: "La réunion", language: "fr" };
  const kiswahili = { ...row, id: 3, slug: "kiswahili", title: "Mkutano", language: "sw" };
  const rows = [english, french, kiswahili];
  const { get } = await startScene(t, {
    news: rows,
    events: rows,
    env: { HEAD_START_MS: "5000" },
    now: () => SAMPLE_CLOCK,
  });
  const words = async (path: string) => (await get(path)).text.replaceAll("<!-- -->", "");
  for (const folder of ["/news-events/news", "/events"])
    for (const [path, note] of [
      ["english", null],
      ["french", "This text is only in French for now."],
      ["kiswahili", "This text is only in Kiswahili for now."],
      ["/sw english", "Kwa sasa maandishi haya yanasomeka kwa Kiingereza tu."],
      ["/sw french", "Kwa sasa maandishi haya yanasomeka kwa Kifaransa tu."],
      ["/sw kiswahili", null],
    ] as const) {
      const [slug = "", prefix = ""] = path.split(" ").reverse();
      const text = await words(`${prefix}${folder}/${slug}`);
      if (note === null) t.notMatch(text, /This text is only|maandishi haya/, path);
      else t.match(text, `>${note}</p><h1`, path);
    }
  for (const path of ["/", "/news-events"]) {
    const cards = await words(path);
    t.match(cards, "<span> Kiswahili</span>", path);
    t.match(cards, "<span> French</span>", path);
    t.notMatch(cards, "<span> English</span>", path);
    t.match(await words(`/sw${path === "/" ? "" : path}`), "<span> Kiingereza</span>", path);
  }
});
