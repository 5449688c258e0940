import t from "tap";
import { createSearchIndex } from "../../../../server/search/search-index.ts";
import type { SearchDocument } from "../../../../shared/contract/search.ts";

const ITEMS = 10_000;
/** A list of the source may have 2 MiB: 10,000 items of this length are more than twice that. */
const SUMMARY_WORDS = 20;
const TEXT_WORDS = 50;
const MB = 1024 * 1024;

/** Numbers that are the same in each run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

const SYLLABLES = "ma ji ki su wa tu ya ni le ho ra po da fi ga shu mwa nde kwe zi".split(" ");

function documents(): SearchDocument[] {
  const random = randomNumbers(7);
  const syllable = () => SYLLABLES[Math.floor(random() * SYLLABLES.length)];
  const vocabulary = Array.from({ length: 8_000 }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, syllable).join(""),
  );
  // A few words are in most texts, most words in few.
  const word = () => vocabulary[Math.floor(random() ** 4 * vocabulary.length)];
  const words = (count: number) => Array.from({ length: count }, word).join(" ");
  return Array.from({ length: ITEMS }, (_, index) => ({
    kind: index % 2 === 0 ? "news" : "event",
    path: `/news-events/news/${index}`,
    title: words(6),
    summary: words(SUMMARY_WORDS),
    html: `<p>${words(TEXT_WORDS)}</p>`,
    date: "2026-06-15",
    language: null,
  }));
}

function timed(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

/** The median of some runs, milliseconds. */
function median(work: () => unknown): string {
  const times = Array.from({ length: 15 }, () => timed(work)).sort((a, b) => a - b);
  return `${times[7]?.toFixed(2)} ms`;
}

t.test("10,000 items: time and memory are printed, results are right", async (t) => {
  const all = documents();
  const index = createSearchIndex();
  t.teardown(() => index.close());
  const before = process.memoryUsage().rss;
  const steps = index.replaceSteps({ name: "news", edition: null }, all);
  const turns: number[] = [];
  for (let isDone = false; !isDone; ) {
    turns.push(
      timed(() => {
        isDone = steps.next().done ?? false;
      }),
    );
  }
  turns.sort((a, b) => b - a);
  const total = turns.reduce((sum, turn) => sum + turn, 0);
  const memory = (process.memoryUsage().rss - before) / MB;
  t.comment(
    `index of ${ITEMS} items in ${total.toFixed(0)} ms, ${turns.length} steps, the longest ${turns
      .slice(0, 3)
      .map((turn) => turn.toFixed(1))
      .join(", ")} ms; ${memory.toFixed(0)} MB`,
  );
  const [title = "", common = ""] = [all[5_000]?.title, all[0]?.title.split(" ")[0]];
  const ask = (q: string, kind: "news" | null = null) =>
    index.search({ q, kind, limit: 10, page: 1, lang: "en" });
  t.equal(ask(title).items[0]?.path, all[5_000]?.path, "a whole title finds its item first");
  const queries = {
    "one word": common,
    "a beginning": "maj",
    "three words": title.split(" ").slice(0, 3).join(" "),
    nothing: "qqqqqq",
    misspelt: `${common}x`,
  };
  for (const [name, q] of Object.entries(queries))
    t.comment(`${name}: ${median(() => ask(q))}, ${ask(q).total} matches`);
  t.comment(`of one kind: ${median(() => ask(common, "news"))}`);
  t.comment(
    `related: ${median(() => index.related("/news-events/news/77", { lang: "en", limit: 3 }))}`,
  );
});
