import t from "tap";
import { readHref, readImageUrl, readWebUrl } from "../../../../server/source/text/web-url.ts";

const BASE = "https://api.example.org/v1";

t.test("a web URL is http or https, absolute and without a user", async (t) => {
  const cases: [string, string | null][] = [
    ["https://example.org/a?b=c#d", "https://example.org/a?b=c#d"],
    [" HTTP://Example.org ", "http://example.org/"],
    ["www.example.org/register", "https://www.example.org/register"],
    ["//example.org/a", "https://example.org/a"],
    ["https://user:secret@example.org/", "https://example.org/"],
    ["https://example.org/a b", "https://example.org/a%20b"],
    ["https://exämple.org/ü", "https://xn--exmple-cua.org/%C3%BC"],
    ["javascript:void(0)", null],
    ["JaVaScRiPt://example.org/%0aalert(1)", null],
    ["data:text/html,x", null],
    ["ftp://example.org/", null],
    ["mailto:a@b.c", null],
    ["example.org/register", null],
    ["/register", null],
    ["https://", null],
    ["https://[bad", null],
    ["http:example.org", null],
    ["Register at https://example.org", null],
    [`https://example.org/${"x".repeat(3000)}`, null],
    ["", null],
  ];
  for (const [given, wanted] of cases) t.equal(readWebUrl(given), wanted, given.slice(0, 60));
});

t.test("a link may also be mail, phone or a path of the site", async (t) => {
  t.equal(readHref("https://example.org", BASE), "https://example.org/");
  t.equal(readHref("/faq?x=1#top", BASE), "/faq?x=1#top");
  t.equal(readHref("/media/report.PDF?v=2", BASE), "https://api.example.org/media/report.PDF?v=2");
  t.equal(readHref("/feed.xml", BASE), "/feed.xml");
  t.equal(readHref("/a/../b", BASE), "/b");
  t.equal(readHref("mailto:info@example.org", BASE), "mailto:info@example.org");
  t.equal(readHref("tel:+255 700 000 000", BASE), "tel:+255700000000");
  for (const [text = "", href] of [
    ["tel:+255 (0)754 123 456", "tel:+255754123456"],
    ["forms.gle/x", "https://forms.gle/x"],
    ["Example.org?a=1", "https://example.org/?a=1"],
    ["münchen.example:8080/a", "https://xn--mnchen-3ya.example:8080/a"],
  ])
    t.equal(readHref(text, BASE), href, text);
  for (const text of [
    "/\\evil.example",
    "/.//evil.example",
    "mailto:",
    "mailto:a",
    "tel:",
    "tel:<b>",
    "#a",
    "a.html",
    "report.pdf?v=2",
    "n/a",
    "asha@example.org",
    "10.0.0.1/a",
    "",
    "/\n/evil.example",
  ]) {
    t.equal(readHref(text, BASE), null, JSON.stringify(text));
  }
});

t.test("an image URL is absolute and https, or on the API's own host", async (t) => {
  const base = "https://api.example.org/cms/v1";
  const cases: [string, string | null][] = [
    ["https://media.example.org/a.jpg", "https://media.example.org/a.jpg"],
    ["http://media.example.org/a.jpg", "https://media.example.org/a.jpg"],
    ["//media.example.org/a.jpg", "https://media.example.org/a.jpg"],
    ["/media/a b.jpg", "https://api.example.org/media/a%20b.jpg"],
    ["media/a.jpg", "https://api.example.org/media/a.jpg"],
    ["../a.webp?x=1", "https://api.example.org/a.webp?x=1"],
    ["\\\\evil.example\\a.jpg", null],
    ["/\\evil.example/a.jpg", null],
    ["javascript:void(0)", null],
    ["javascript:/a.jpg", null],
    ["data:image/png;base64,AAAA", null],
    ["C:\\a.jpg", null],
    ["n/a", null],
    ["null", null],
    ["", null],
  ];
  for (const [given, wanted] of cases) t.equal(readImageUrl(given, base), wanted, given);
  t.equal(readImageUrl("/a.jpg", "http://127.0.0.1:4000"), "http://127.0.0.1:4000/a.jpg");
  t.equal(
    readImageUrl("http://127.0.0.1:4000/a.jpg", "http://127.0.0.1:4000"),
    "http://127.0.0.1:4000/a.jpg",
  );
  t.equal(readImageUrl("/a.jpg", "no address"), null);
});
