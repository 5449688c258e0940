import { XMLParser } from "fast-xml-parser";
import t, { type Test } from "tap";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { escaped, graphOf, mainOf } from "../../setup/site/html.ts";
import { OPERATOR } from "../../setup/site/operator.ts";
import { startScene } from "../../setup/site/scene.ts";
import { until } from "../../setup/until.ts";

type Row = Record<string, unknown>;

async function scene(t: Test, given: { news?: Row[]; events?: Row[] }) {
  const named = (rows: Row[] = []) =>
    rows.map((row, index) => ({
      id: index + 1,
      slug: `item-${index + 1}`,
      title: `Item ${index + 1}`,
      published_at: "2026-06-01",
      ...row,
    }));
  const clock = { ms: SAMPLE_CLOCK };
  const place = await startScene(t, {
    news: named(given.news),
    events: named(given.events),
    env: { HEAD_START_MS: "5000" },
    now: () => clock.ms,
  });
  const bodyOf = async (number: number): Promise<string | null> =>
    (await place.get(`/bff/news/item-${number}`)).body.data.body;
  return { ...place, bodyOf, clock };
}

const link = (href: string, words: string) =>
  `<a href="${href}" rel="noopener noreferrer">${words}</a>`;

const leaf = (text: string, more = {}) => ({ type: "text", text, ...more });

/** The same article in the formats of several systems: a heading, text with a link, a list, a film. */
const DOCUMENTS: Record<string, unknown> = {
  strapi: [
    { type: "heading", level: 2, children: [leaf("Maji")] },
    {
      type: "paragraph",
      children: [
        leaf("2 < 3 & "),
        { type: "link", url: "https://e.org/a", children: [leaf("more")] },
      ],
    },
    {
      type: "list",
      format: "ordered",
      children: [{ type: "list-item", children: [leaf("one")] }],
    },
  ],
  editorJs: {
    time: 1,
    blocks: [
      { id: "a", type: "header", data: { text: "Maji", level: 2 } },
      { type: "paragraph", data: { text: '2 &lt; 3 &amp; <a href="https://e.org/a">more</a>' } },
      { type: "list", data: { style: "ordered", items: ["one"] } },
    ],
  },
  proseMirror: {
    type: "doc",
    content: [
      { type: "heading", attrs: { level: 2 }, content: [leaf("Maji")] },
      {
        type: "paragraph",
        content: [
          leaf("2 < 3 & "),
          leaf("more", { marks: [{ type: "link", attrs: { href: "https://e.org/a" } }] }),
        ],
      },
      {
        type: "orderedList",
        content: [{ type: "listItem", content: [{ type: "paragraph", content: [leaf("one")] }] }],
      },
    ],
  },
  streamField: [
    { type: "heading", value: "Maji", id: "1" },
    { type: "paragraph", value: '<p>2 &lt; 3 &amp; <a href="https://e.org/a">more</a></p>' },
    { type: "ordered_list", value: ["one"] },
  ],
  portableText: [
    { _type: "block", style: "h2", children: [{ _type: "span", text: "Maji" }] },
    {
      _type: "block",
      style: "normal",
      markDefs: [{ _key: "k", _type: "link", href: "https://e.org/a" }],
      children: [
        { _type: "span", text: "2 < 3 & " },
        { _type: "span", text: "more", marks: ["k"] },
      ],
    },
    {
      _type: "block",
      style: "normal",
      listItem: "number",
      children: [{ _type: "span", text: "one" }],
    },
  ],
  contentful: {
    nodeType: "document",
    content: [
      { nodeType: "heading-2", content: [{ nodeType: "text", value: "Maji" }] },
      {
        nodeType: "paragraph",
        content: [
          { nodeType: "text", value: "2 < 3 & ", marks: [], data: {} },
          {
            nodeType: "hyperlink",
            data: { uri: "https://e.org/a" },
            content: [{ nodeType: "text", value: "more" }],
          },
        ],
      },
      {
        nodeType: "ordered-list",
        content: [{ nodeType: "list-item", content: [{ nodeType: "text", value: "one" }] }],
      },
    ],
  },
  slate: [
    { type: "h2", children: [{ text: "Maji" }] },
    {
      children: [
        { text: "2 < 3 & " },
        { type: "link", url: "https://e.org/a", children: [{ text: "more" }] },
      ],
    },
    { type: "numbered-list", children: [{ type: "list-item", children: [{ text: "one" }] }] },
  ],
  lexical: {
    root: {
      type: "root",
      children: [
        { type: "heading", tag: "h2", children: [leaf("Maji", { format: 0 })] },
        {
          type: "paragraph",
          children: [
            leaf("2 < 3 & "),
            { type: "link", fields: { url: "https://e.org/a" }, children: [leaf("more")] },
          ],
        },
        {
          type: "list",
          listType: "number",
          tag: "ol",
          children: [{ type: "listitem", value: 1, children: [leaf("one")] }],
        },
      ],
    },
  },
  draftJs: {
    blocks: [
      { key: "a", text: "Maji", type: "header-two", entityRanges: [], data: {} },
      {
        key: "b",
        text: "2 < 3 & more",
        type: "unstyled",
        inlineStyleRanges: [],
        entityRanges: [{ offset: 8, length: 4, key: 0 }],
      },
      { key: "c", text: "one", type: "ordered-list-item", depth: 0, entityRanges: [] },
    ],
    entityMap: { "0": { type: "LINK", mutability: "MUTABLE", data: { url: "https://e.org/a" } } },
  },
  prismic: [
    { type: "heading2", text: "Maji", spans: [] },
    {
      type: "paragraph",
      text: "2 < 3 & more",
      spans: [
        { start: 0, end: 1, type: "strong" },
        {
          start: 8,
          end: 12,
          type: "hyperlink",
          data: { link_type: "Web", url: "https://e.org/a" },
        },
      ],
    },
    { type: "o-list-item", text: "one", spans: [] },
  ],
  directus: [
    { collection: "block_heading", item: { title: "Maji" } },
    {
      collection: "block_richtext",
      item: {
        id: 1,
        content: '<p>2 &lt; 3 &amp; <a href="https://e.org/a">more</a></p><ol><li>one</li></ol>',
      },
    },
  ],
  drupal: [
    {
      value: "old",
      processed:
        '<h2>Maji</h2><p>2 &lt; 3 &amp; <a href="https://e.org/a">more</a></p><ol><li>one</li></ol>',
      format: "basic_html",
    },
  ],
};

t.test("bodies in blocks give the same article, whatever system wrote them", async (t) => {
  const contents = Object.values(DOCUMENTS);
  const json = JSON.stringify(DOCUMENTS.editorJs);
  const { bodyOf, get } = await scene(t, {
    news: [...contents, json].map((content) => ({ content })),
  });
  const wanted = `<h2>Maji</h2><p>2 &lt; 3 &amp; ${link("https://e.org/a", "more")}</p><ol><li>one</li></ol>`;
  for (const [index, name] of [...Object.keys(DOCUMENTS), "JSON"].entries())
    t.equal(await bodyOf(index + 1), wanted, name);
  t.match((await get("/bff/sources").set(OPERATOR)).body.data.sources[0], { fault: null });
});

t.test("links stay where a format gives them beside the text", async (t) => {
  const range = (offset: unknown, length: unknown, key: unknown = 0) => ({ offset, length, key });
  const draft = (text: string, entityRanges: unknown) => ({
    blocks: [{ text, type: "unstyled", entityRanges }],
    entityMap: {
      0: { type: "LINK", data: { url: "https://e.org/a" } },
      1: { type: "MENTION", data: { link: "https://e.org/asha" } },
      2: { type: "LINK", data: { href: "javascript:alert(1)" } },
    },
  });
  const to = (words: string) => link("https://e.org/a", words);
  const cases: [content: unknown, body: string][] = [
    [
      {
        ops: [
          { insert: "Read " },
          { insert: "more", attributes: { link: "https://e.org/a" } },
          { insert: "\n" },
        ],
      },
      `<p>Read ${to("more")}</p>`,
    ],
    [draft("😀 <b> more", [range(7, 4)]), `<p>😀 &lt;b&gt; ${to("more")}</p>`],
    [draft("one two", [range(4, 3), range(0, 3)]), `<p>${to("one")} ${to("two")}</p>`],
    [draft("one two", [range(0, 5), range(3, 3)]), `<p>${to("one t")}wo</p>`],
    [draft("one two", [range(4, 99)]), `<p>one ${to("two")}</p>`],
    [draft("one two", [range(0, 3, 1), range(4, 3, 2), range(0, 3, 9)]), "<p>one two</p>"],
    [draft("one two", [range("x", {}), null, 7, range(-1, 3)]), "<p>one two</p>"],
    [draft("one two", "none"), "<p>one two</p>"],
    [
      [
        {
          type: "list-item",
          text: "one",
          spans: [{ start: 0, end: 3, type: "hyperlink", data: { url: "https://e.org/a" } }],
        },
      ],
      `<ul><li>${to("one")}</li></ul>`,
    ],
  ];
  const { bodyOf } = await scene(t, { news: cases.map(([content]) => ({ content })) });
  for (const [index, [content, body]] of cases.entries())
    t.equal(await bodyOf(index + 1), body, JSON.stringify(content).slice(0, 90));
});

t.test("shortcode tags go; their text and ordinary brackets stay", async (t) => {
  const cases: [content: string, body: string | null][] = [
    ['<p>[caption id="a" align="left"]Words[/caption]</p>', "<p>Words</p>"],
    [
      "<p>[vc_row css=&#8221;.a{b:c}&#8221;][vc_column]Words[/vc_column][/vc_row]</p>",
      "<p>Words</p>",
    ],
    ['<p>[et_pb_section fb_built="1"]Words[/et_pb_section][gallery ids="1,2"]</p>', "<p>Words</p>"],
    ['<p>Words [contact-form-7 id="12" title="x"] [wpforms id="3"] [gallery]</p>', "<p>Words</p>"],
    ["<p>[b]Words[/b] [vc_raw_html]</p>", "<p>Words</p>"],
    [
      "<p>As [1] [sic] said [Asha], [see below] [n=5] [video] […]</p>",
      "<p>As [1] [sic] said [Asha], [see below] [n=5] [video] […]</p>",
    ],
    [
      '<p><a href="https://e.org/?a[b_c]=1">Words</a></p>',
      `<p>${link("https://e.org/?a[b_c]=1", "Words")}</p>`,
    ],
    [
      "<p>[embed]https://youtu.be/abc[/embed]</p>",
      `<p>${link("https://youtu.be/abc", "YouTube")}</p>`,
    ],
    [
      '<p>[video mp4="https://e.org/f.mp4"][/video]</p>',
      `<p>${link("https://e.org/f.mp4", "f.mp4 (e.org)")}</p>`,
    ],
    ["<p>https://vimeo.com/123</p>", `<p>${link("https://vimeo.com/123", "Vimeo")}</p>`],
    [
      '<figure class="wp-block-embed"><div>\nhttps://www.youtube.com/watch?v=a&amp;t=1\n</div></figure>',
      `<figure>${link("https://www.youtube.com/watch?v=a&amp;t=1", "YouTube")}</figure>`,
    ],
    ["<p>See https://youtu.be/abc</p>", "<p>See https://youtu.be/abc</p>"],
  ];
  const { bodyOf } = await scene(t, { news: cases.map(([content]) => ({ content })) });
  for (const [index, [content, body]] of cases.entries())
    t.equal(await bodyOf(index + 1), body, content);
});

t.test(
  "a body that yields no text is a fault that names the field, until it yields one",
  async (t) => {
    const unread: unknown[] = [
      [{ id: 3, collection: "texts" }],
      12,
      "<script>words()</script>",
      { sys: { id: "a" } },
    ];
    const empty: unknown[] = [
      "",
      "<p></p>",
      null,
      [],
      { value: "", summary: "", format: "x" },
      { rendered: "" },
    ];
    const { get, source, bodyOf, site, clock } = await scene(t, {
      news: [...empty, ...unread].map((content) => ({ content })),
    });
    for (const index of empty.keys()) t.equal(await bodyOf(index + 1), null);
    const fault = async () => (await get("/bff/sources").set(OPERATOR)).body.data.sources[0].fault;
    t.equal(await fault(), null);
    for (const index of unread.keys()) t.equal(await bodyOf(empty.length + index + 1), null);
    t.match(await fault(), { name: "no-text", detail: `content of ${unread.length} items` });
    t.match((await get("/health/ready")).body.parts.source, {
      state: "degraded",
      why: /content of 4 items/,
    });
    t.ok(site.logs.some(({ msg }) => msg === "content source sends unreadable texts"));
    source.news = source.news.map((row) => ({ ...row, content: "<p>Maji</p>" }));
    clock.ms += 10 * 60_000;
    for (const index of source.news.keys())
      await until(async () => (await bodyOf(index + 1)) === "<p>Maji</p>");
    await get("/bff/news");
    await until(async () => (await fault()) === null);
  },
);

t.test("summaries and titles are plain text wherever they are shown", async (t) => {
  const { get } = await scene(t, {
    news: [
      {
        title: { rendered: "Maji &#038; <em>usafi</em>" },
        excerpt: { rendered: "<p>Water for &#8216;all&#8217; &hellip; [&hellip;]</p>\n" },
        published_at: "2026-06-01",
      },
      { title: "2 < 3, AT&T <b>x</b>", excerpt: "<3 Moshi", published_at: "2026-05-01" },
      {
        title: "The <b> tag",
        summary: "<ul><li>One</li><li>Two</li></ul>",
        published_at: "2026-04-01",
      },
    ],
    events: [
      {
        title: { value: "Siku ya <b>maji</b>", format: "x" },
        excerpt: "<p>Karibu&nbsp;&amp; asante</p>",
        location: "<p>Bunju &amp; Boko</p>",
        contact_info: "<p>Asha</p><p>Juma</p>",
        start_date: "2026-07-01",
      },
    ],
  });
  const titles = ["Maji & usafi", "2 < 3, AT&T <b>x</b>", "The <b> tag"];
  const excerpts = ["Water for ‘all’ … […]", "<3 Moshi", "One Two"];
  const { data } = (await get("/bff/news")).body;
  t.same(
    data.map(({ title, excerpt }: Row) => [title, excerpt]),
    titles.map((title, index) => [title, excerpts[index]]),
  );
  const { items } = JSON.parse((await get("/feed.json")).text);
  t.same(
    items.map(({ summary }: Row) => summary),
    excerpts,
  );
  const { text } = await get("/news-events/news/item-1");
  t.match(
    graphOf(text).find((part) => part["@type"] === "NewsArticle"),
    {
      headline: titles[0],
      description: excerpts[0],
    },
  );
  t.match(text, `<meta name="description" content="${excerpts[0]}"/>`);
  t.match((await get("/news-events?type=news")).text, `<h3>${escaped(titles[0] ?? "")}</h3>`);
  t.match((await get("/bff/events/item-1")).body.data, {
    title: "Siku ya maji",
    excerpt: "Karibu & asante",
    location: "Bunju & Boko",
    contactInfo: "Asha\nJuma",
  });
  t.match((await get("/events/item-1.ics")).text, "SUMMARY:Siku ya maji\r\n");
});

t.test(
  "without a summary previews have the first words of the article, the page has it once",
  async (t) => {
    const words = "Maji safi kwa kila kaya ya kijiji cha Mtambani ".repeat(10).trim();
    const content = `<h2>Maji &amp; afya</h2><p>${words}</p>`;
    const { get } = await scene(t, { news: [{ content, published_at: "2026-06-01" }] });
    const { text } = await get("/news-events/news/item-1");
    const [, about = ""] = /<meta name="description" content="([^"]*)"/.exec(text) ?? [];
    t.match(about, /^Maji &amp; afya Maji safi .*[a-zM]…$/);
    t.ok(`Maji &amp; afya ${words}`.startsWith(about.slice(0, -1)));
    t.ok(about.length > 150 && about.length < 220);
    t.equal(mainOf(text).split("Maji safi kwa kila").length - 1, 10);
    t.match((await get("/news-events?type=news")).text, about.slice(0, -1));
    const { rss } = new XMLParser().parse((await get("/feed.xml")).text);
    t.match(rss.channel.item.description, /^Maji & ?(?:amp;)? ?afya Maji safi .*…$/);
    t.equal((await get("/bff/news/item-1")).body.data.excerpt, null, "the source gave none");
  },
);

t.test("a price has the currency that the source names, on the page and in markup", async (t) => {
  const event = { start_date: "2026-07-18T09:00", location: "Bunju" };
  const cases: [row: Row, words: string, offers: object | undefined][] = [
    [
      { ticket_price: 10000, currency: "TZS" },
      "TZS 10,000",
      { price: 10000, priceCurrency: "TZS" },
    ],
    [
      { ticket_price: "2500", price_currency: "kes" },
      "KES 2,500",
      { price: 2500, priceCurrency: "KES" },
    ],
    [
      { ticket_price: 12.5, ticket_currency: { code: "USD" } },
      "USD 12.50",
      { priceCurrency: "USD" },
    ],
    [
      { ticket_price: { amount: 1500000, currency: "NGN" } },
      "NGN 1,500,000",
      { priceCurrency: "NGN" },
    ],
    [{ ticket_price: "USD 5", currency: "TZS" }, "USD 5", { price: 5, priceCurrency: "USD" }],
    [{ ticket_price: 10000 }, "10000", undefined],
    [{ ticket_price: 0, currency: "TZS" }, "Free", { price: 0 }],
  ];
  const { get } = await scene(t, { events: cases.map(([row]) => ({ ...event, ...row })) });
  for (const [index, [row, words, offers]] of cases.entries()) {
    const { text } = await get(`/events/item-${index + 1}`);
    t.match(mainOf(text), `>${words}<`, JSON.stringify(row));
    const markup = graphOf(text).find((part) => part["@type"] === "Event");
    if (offers === undefined) t.equal(markup?.offers, undefined);
    else t.match(markup?.offers, offers);
  }
});

t.test("a language is read under each of its names", async (t) => {
  const rows: Row[] = [
    { langcode: "sw" },
    { langcode: [{ value: "sw" }] },
    { language_code: "sw_TZ" },
    { lang: { code: "sw" } },
    { langcode: "und" },
  ];
  const { get } = await scene(t, { news: rows });
  const { data } = (await get("/bff/news")).body;
  t.same(
    data.map(({ language }: Row) => language),
    ["sw", "sw", "sw", "sw", null],
  );
});
