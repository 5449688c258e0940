import t from "tap";
import { englishContent } from "../../setup/english-content.ts";
import { escaped, mainOf } from "../../setup/site/html.ts";
import { startScene } from "../../setup/site/scene.ts";

interface Claim {
  label: string;
  status: string;
  counts: string;
  conflicts: { claim: string; where: { link: string } }[];
}
const { claims }: { claims: Record<string, Claim> } = englishContent("claims");

const LEDGER = "/where-the-money-goes";
const { get } = await startScene(t);
const textOf = async (path: string) => (await get(path)).text;

/** Returns the page's links to the ledger: the key, and the accessible name. */
function howLinks(html: string) {
  const link = new RegExp(`<a ([^>]*)href="${LEDGER}#claim-([a-z0-9-]+)"([^>]*)>([^<]*)</a>`, "g");
  return [...mainOf(html).matchAll(link)].map(([, before = "", key = "", after = "", text]) => ({
    key,
    name: /aria-label="([^"]*)"/.exec(before + after)?.[1] ?? text ?? "",
  }));
}

const ledger = await textOf(LEDGER);

t.test("every figure has one row, with what it counts and its status", async (t) => {
  const ids = [...ledger.matchAll(/ id="claim-([a-z0-9-]+)"/g)].map(([, key]) => key);
  t.same([...ids].sort(), Object.keys(claims).sort());
  const rows = mainOf(ledger).split(' id="claim-').slice(1);
  for (const row of rows) {
    const key = row.slice(0, row.indexOf('"'));
    const { label, counts, status } = claims[key] ?? { label: "?", counts: "?", status: "?" };
    t.match(row, escaped(label), key);
    t.match(row, escaped(counts), key);
    t.match(row, status === "verified" ? "Confirmed" : "To be confirmed", key);
  }
});

t.test("figures that contradict each other stand side by side, with their pages", async (t) => {
  const [, open = ""] = ledger.split("Where our own figures disagree</h2>");
  const pairs = open.slice(0, open.indexOf("How we know</h2>"));
  for (const [key, { conflicts }] of Object.entries(claims)) {
    for (const { claim, where } of conflicts) {
      t.match(pairs, `href="#claim-${key}"`);
      t.match(pairs, `href="#claim-${claim}"`);
      t.match(pairs, `href="${where.link}"`);
    }
  }
});

const keysIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"claim":"([a-z0-9-]+)"/g)].map(([, key = ""]) => key);

t.test("every figure has its link, with a name of its own, to a row that exists", async (t) => {
  const pages: [string, string[]][] = [
    ["/", keysIn(englishContent("home").impact.stats)],
    ["/our-impact", keysIn(englishContent("our-impact").cards)],
    ["/about-us", keysIn(englishContent("about").story)],
    ["/donate", [...keysIn(englishContent("donate").currencies), "programs-share", "admin-share"]],
    [
      LEDGER,
      keysIn([
        englishContent("where-the-money-goes").use,
        englishContent("where-the-money-goes").projects,
      ]),
    ],
    [
      "/projects/current/empowering-youth-through-football",
      ["football-budget", "football-funder", "football-own"],
    ],
    ["/our-work/clean-water", ["wells", "gift-clean-water", "gift-wash-project"]],
  ];
  for (const [path, expected] of pages) {
    const html = await textOf(path);
    t.notMatch(html, "{{claim", `${path}: no key is left`);
    const links = howLinks(html);
    t.ok(expected.length > 0, path);
    t.same(links.map(({ key }) => key).sort(), [...expected].sort(), path);
    const names = links.map(({ name }) => name);
    t.equal(new Set(names).size, names.length, `${path}: ${names.join()}`);
    for (const { key, name } of links) {
      t.match(name, /^How we know: ./, path);
      t.ok(ledger.includes(` id="claim-${key}"`), `${path}: ${key}`);
    }
  }
});

t.test("the page is linked from the footer, Donate, FAQ and Our Impact", async (t) => {
  const footer = (html: string) => /<footer[\s\S]*<\/footer>/.exec(html)?.[0] ?? "";
  t.match(footer(ledger), `href="${LEDGER}"`);
  for (const path of ["/donate", "/faq", "/our-impact"])
    t.match(mainOf(await textOf(path)), `href="${LEDGER}"`, path);
  t.match(await textOf("/sitemap.xml"), `${LEDGER}</loc>`);
});

t.test("the chart has a square for each of a hundred dollars, and a table beside it", async (t) => {
  const [, chart = ""] = /<svg[^>]*role="img"([\s\S]*?)<\/svg>/.exec(mainOf(ledger)) ?? [];
  const squares = [...chart.matchAll(/<path d="([^"]*)"/g)].map(
    ([, path = ""]) => path.split("M").length - 1,
  );
  t.same(squares, [85, 15]);
  t.match(chart, /aria-label="[^"]*85[^"]*15/);
  t.equal(mainOf(ledger).match(/<th scope="row"/g)?.length, 2);
  t.match(mainOf(ledger), /85(?:<!-- -->)?%/);
});

t.test("budgets, accounts, board, safeguarding and complaints are there", async (t) => {
  const { projects, accounts, trust } = englishContent("where-the-money-goes");
  for (const words of ["14,260 euros", "10,800 euros"]) t.match(mainOf(ledger), words);
  for (const { title } of [...projects.items, ...accounts.items, ...trust.items])
    t.match(mainOf(ledger), escaped(title));
  const files = [...ledger.matchAll(/href="(\/files\/[^"]+)" download=""/g)].map(
    ([, file = ""]) => file,
  );
  t.equal(files.length, accounts.items.length);
  for (const file of files) {
    const { status, headers } = await get(file);
    t.match([status, headers["content-type"]], [200, /pdf/], file);
  }
});
