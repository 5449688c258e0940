import { rowsChanged } from "./content-faults.ts";
import {
  asJson,
  isList,
  listChanged,
  type Misbehave,
  type Row,
  respondNormally,
  SECRET,
} from "./fault.ts";

/** Texts and numbers that claim to be dates. The last ones look like dates but are not. */
const BROKEN_DATES: readonly unknown[] = [
  "",
  " ",
  "soon",
  "0000-00-00",
  "0000-00-00T00:00:00Z",
  "2026-02-30",
  "2026-13-01",
  "2026-06-31T25:61:00Z",
  "03/04/2027",
  "12.05.2026",
  "2026-6-1",
  "Invalid Date",
  "null",
  "2026-06-15T10:00:00+99:00",
  "+275760-09-13T00:00:01Z",
  "-000001-01-01",
  "２０２６-06-15",
  Number.MAX_SAFE_INTEGER,
  -1,
  0,
  1.5,
  1e308,
  true,
  false,
  [],
  {},
  ["2026-06-15"],
  null,
  "2026-06-15".repeat(50),
  "2026-06-15T10:00:00[Africa/Dar_es_Salaam]",
  { $date: "2026-06-15" },
];

const DATE_FIELDS = ["published_at", "publish_date", "createdAt", "start_date", "date", "end_date"];

const HOSTILE_HTML = [
  '<script>alert(1)</script><img src=x onerror="alert(1)"><svg onload=alert(1)>',
  `<a href="javascript:alert(1)">a</a><a href=" jav&#x09;ascript:alert(1)">b</a><a href="data:text/html,x">c</a>`,
  `<iframe src="https://evil.example"></iframe><form action="https://evil.example"><input name=q></form>`,
  `<style>*{display:none}</style><p style="position:fixed;inset:0" onclick="x()">text that stays</p>`,
  `</main></body></html><base href="https://evil.example/"><meta http-equiv="refresh" content="0">`,
  `<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>`,
  "<div>".repeat(400),
  "<!--<![CDATA[",
].join("");

const HOSTILE_URLS = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)//https://x",
  "data:image/svg+xml,<svg onload=alert(1)>",
  "//evil.example/x.png",
  "https://user:pass@evil.example/",
  "vbscript:x",
  'https://x/" onerror="alert(1)',
  "file:///etc/passwd",
  "\u0000javascript:alert(1)",
];

const hostile = (row: Row, index: number): Row => {
  const url = HOSTILE_URLS[index % HOSTILE_URLS.length];
  return {
    ...row,
    content: `${row.content ?? ""}${HOSTILE_HTML}`,
    description: HOSTILE_HTML,
    excerpt: HOSTILE_HTML,
    summary: HOSTILE_HTML,
    venue_details: HOSTILE_HTML,
    image_url: url,
    registration_link: url,
    map_embed_url: url,
    source: HOSTILE_HTML,
    author: HOSTILE_HTML,
    tags: [HOSTILE_HTML, url],
    contact_info: HOSTILE_HTML,
  };
};

const ODD_LETTERS = "\u202Eevil\u2066\u0000\uFFFF👩🏽‍🚒𝕏ẍ̷̧́\uD800\u200B\uFEFFمرحبا\u2028漢字";

const oddLetters = (row: Row): Row => ({
  ...row,
  title: `${row.title} ${ODD_LETTERS.repeat(400)}`,
  excerpt: ODD_LETTERS.repeat(400),
  tags: [ODD_LETTERS, ODD_LETTERS],
  author: `Z${"\u0301".repeat(2_000)}`,
});

const onlyIdentity = ({ id, slug, title, ...rest }: Row): Row => ({
  ...Object.fromEntries(Object.keys(rest).map((key) => [key, { nested: [SECRET] }])),
  id,
  slug,
  title,
});

const typesSwapped = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => {
      if (key === "slug" || key === "title") return [key, value];
      if (typeof value === "number") return [key, String(value)];
      if (typeof value === "string") return [key, key === "id" ? value : [value]];
      return [key, typeof value === "boolean" ? "maybe" : 12];
    }),
  );

const broken = (row: Row, index: number): unknown =>
  [
    null,
    SECRET,
    [],
    { ...row, id: undefined },
    { ...row, slug: "../../etc" },
    { ...row, title: {} },
  ][index % 6];

/** Responses that can be used in part: the site shows the good rows, and leaves out and counts the bad ones. */
export const readableFaults: Readonly<Record<string, Misbehave>> = {
  "dates of every broken kind": rowsChanged((row, index) => ({
    ...row,
    ...Object.fromEntries(
      DATE_FIELDS.map((name, nth) => [name, BROKEN_DATES[(index * 6 + nth) % BROKEN_DATES.length]]),
    ),
  })),
  "hostile HTML and addresses": rowsChanged(hostile),
  "odd and endless letters": rowsChanged(oddLetters),
  "only identity is right": rowsChanged(onlyIdentity),
  "types swapped": rowsChanged(typesSwapped),
  "half of the list broken": listChanged((items) => ({
    items: items.flatMap((row, index) => [row, broken(row, index)]),
  })),
  "every row three times": listChanged((items) => ({ items: [...items, ...items, ...items] })),
  "a hundred thousand rows": listChanged((items) => ({
    items: [...items, ...Array.from({ length: 100_000 }, () => null)],
  })),
  "bare array": listChanged((items) => items),
  "one row nested deep": (exchange) => {
    const { response, normal } = exchange;
    if (!isList(normal)) return respondNormally(exchange);
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    const row = `{"id":77,"slug":"deep","title":"Deep","content":${deep},"tags":${deep}}`;
    const rows = normal.items.map((good) => JSON.stringify(good));
    response.writeHead(200, asJson).end(`{"items":[${[...rows, row].join()}]}`);
  },
  flapping: (exchange) => {
    if (exchange.turn % 2 === 1) respondNormally(exchange);
    else exchange.response.writeHead(500, asJson).end(JSON.stringify({ message: SECRET }));
  },
};
