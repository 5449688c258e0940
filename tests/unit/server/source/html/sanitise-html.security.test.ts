import { readFileSync } from "node:fs";
import t from "tap";
import { sanitiseHtml } from "../../../../../server/source/html/sanitise-html.ts";
import { payloads as ours } from "../../../../fixtures/hostile/payloads.ts";
import { fc } from "../../../../setup/fast-check.ts";
import { isWhole } from "../../../../setup/whole.ts";
import { checkHtml } from "./html-oracle.ts";

const baseUrl = "https://api.example.org";
const clean = (html: string): string => sanitiseHtml(html, { baseUrl });

const payloads: Record<string, string> = {
  "script in mixed case": "<ScRiPt>alert(1)</sCrIpT>",
  "script without end": "<p>a</p><script>alert(1)",
  "nested script": "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "handler without quotes": "<img src=https://e.org/a.jpg onerror=alert(1)>",
  "handler after a slash": "<svg/onload=alert(1)>",
  "handler after a quote": '<img src="https://e.org/a.jpg""onerror="alert(1)">',
  "attribute that breaks out":
    '<img alt="&quot; onerror=alert(1) x=&quot;" src="https://e.org/a.jpg">',
  "URL that breaks out": "<a href='https://e.org/\"onmouseover=\"alert(1)'>x</a>",
  "URL in entities": '<a href="&#106;&#97;vascript:alert(1)">x</a>',
  "URL with a tab": '<a href="jav&#x09;ascript:alert(1)">x</a>',
  "URL with a null": '<a href="java\u0000script:alert(1)">x</a>',
  "URL of old script": '<a href="vbscript:msgbox(1)">x</a>',
  "image of script": '<img src="javascript:alert(1)">',
  "drawing with animation":
    "<svg><a><animate attributeName=href values=javascript:alert(1) /><text>x</text></a></svg>",
  "mutation through noscript": '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "mutation through style": '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  "mutation through mathml":
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  "mutation through textarea": "<textarea></textarea/><img src=x onerror=alert(1)>",
  "mutation through template": "<template><img src=x onerror=alert(1)></template>",
  "comment that ends early": "<!--><img src=x onerror=alert(1)>-->",
  "conditional comment": "<!--[if IE]><script>alert(1)</script><![endif]-->",
  "frame with a document": '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  "base, meta and link":
    '<base href="//evil.example"><meta http-equiv=refresh content="0;url=javascript:x"><link rel=import href=//e>',
  "clobbering names":
    '<form id=body><input name=attributes><img name=cookie id=getElementById src="https://e.org/a.jpg">',
  "prototype names": "<constructor><__proto__ x=1><p constructor=1 __proto__=2 toString=3>x</p>",
  "xmp and plaintext":
    "<xmp><img src=x onerror=alert(1)></xmp><plaintext><img src=x onerror=alert(1)>",
};

t.test("the check sees what is wrong", async (t) => {
  const wrong = [
    "<script>x</script>",
    '<p onclick="x">a</p>',
    "<p>a<p>b</p></p>",
    "<p><ul><li>a</li></ul></p>",
    "<p>a",
    '<p><a href="javascript:x">a</a></p>',
    "<p>a & b</p>",
    "text",
    "<p>a</p></div>",
    "<h1>a</h1>",
    '<p><img src="http://e.org/a" alt=""></p>',
    '<p><a href="https://e.org/">a</a></p>',
    "<!-- a -->",
    "<table><tr><td>a</td></tr></table>",
    '<p><a href="/a"><b><a href="/b">c</a></b></a></p>',
  ];
  t.same(
    wrong.filter((html) => checkHtml(html).length === 0),
    [],
  );
  t.same(checkHtml('<p>a &amp; <a href="/b">c</a></p>'), []);
});

/** Returns the violations in payloads that were cleaned once, and the payloads that a second cleaning changes. */
const faultsOf = (all: readonly (readonly [name: string, html: string])[]) =>
  all.flatMap(([name, html]) => {
    const once = clean(html);
    const violations = checkHtml(once);
    if (clean(once) !== once) violations.push("something changes the second time");
    return violations.length === 0 ? [] : [{ name, violations }];
  });

t.test("known attacks come out without a trace of the attack", async (t) => {
  t.same(faultsOf(Object.entries(payloads)), []);
  t.same(faultsOf(ours.map(({ name, html }) => [name, html])), []);
});

t.test("no attribute and no nesting takes quadratic time", async (t) => {
  const startedAt = performance.now();
  for (const text of [",".repeat(7_990), "a,".repeat(3_990), `${"a".repeat(7_990)} b`])
    clean(`<img srcset="${text}">`.repeat(100));
  for (const text of ["a.", ".a", "a"])
    clean(`<iframe src="https://e.org/${text.repeat(900)}!"></iframe>`.repeat(400));
  clean("<b>".repeat(160_000));
  t.ok(performance.now() - startedAt < 2_500);
});

const corpusFile = process.env.XSS_CORPUS;

t.test("published payloads come out clean", { skip: !corpusFile }, async (t) => {
  const corpus: { name: string; html: unknown }[] = JSON.parse(
    readFileSync(corpusFile ?? "", "utf8"),
  );
  t.ok(corpus.length > 100);
  t.same(faultsOf(corpus.map(({ name, html }) => [name, String(html)])), []);
});

const tag = fc.constantFrom(
  ...[
    "p div b i a ul ol li dl dt dd table tr td th tbody thead caption h1 h3 pre code",
    "blockquote figure figcaption span br hr img section form font svg math style",
    "script textarea template noscript iframe video object source picture select",
    "option title o:p nobr center plaintext xmp",
  ].flatMap((names) => names.split(" ")),
);
const attribute = fc.constantFrom(
  "",
  ' href="/x"',
  ' href="javascript:x"',
  " href=//e.org",
  ' lang="sw"',
  " dir=rtl",
  " onclick=x",
  ' src="/a.jpg"',
  " src=x",
  ' style="x"',
  ' id="a"',
  " colspan=2",
  ' alt="<b>"',
  ' data-src="/b.jpg" title="x &quot; y"',
  ' srcset="/c.jpg 2x" href="/d"',
  ' value="-1" start="0" reversed type="i"',
  ' title="a"b"',
);
const piece = fc.oneof(
  fc.tuple(tag, attribute).map(([name, given]) => `<${name}${given}>`),
  tag.map((name) => `</${name}>`),
  fc.constantFrom(
    "text",
    " ",
    "\n\n",
    "a\nb",
    "&amp;",
    "&lt;p&gt;",
    "\u00a0",
    "<!--",
    "-->",
    "<![CDATA[",
    '"',
    "'",
    ">",
  ),
  fc.string({ unit: "binary", maxLength: 8 }),
);

t.test("a no-break space beside the end of a block is settled at once", async (t) => {
  t.equal(clean("<caption>text\u00a0<p>!"), clean(clean("<caption>text\u00a0<p>!")));
});

t.test("the result for any tags is safe, valid and stable", async (t) => {
  const heap = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(heap, (html) => {
      const once = clean(html);
      const violations = checkHtml(once);
      if (violations.length > 0) throw new Error(`${violations.join("; ")}\n${once}`);
      return clean(once) === once;
    }),
    { numRuns: isWhole ? 2_000 : 300 },
  );
  t.pass();
});
