import t from "tap";
import { contactHtml } from "../../../../../../server/upstream/content-api/fields/contact-html.ts";

const html = (text: string | null) => contactHtml(text, "https://api.example.org");

t.test("e-mail addresses and telephone numbers are links, lines stay lines", async (t) => {
  t.equal(html(null), null);
  for (const [text, expected] of [
    [
      "Youth team, youth@example.org\n+255 000 000 000",
      '<p>Youth team, <a href="mailto:youth@example.org">youth@example.org</a><br><a href="tel:+255000000000">+255 000 000 000</a></p>',
    ],
    ["Call 0712 345 678.", '<p>Call <a href="tel:0712345678">0712 345 678</a>.</p>'],
    [
      "Write to a.b+c@mail.example.co.tz.",
      '<p>Write to <a href="mailto:a.b+c@mail.example.co.tz">a.b+c@mail.example.co.tz</a>.</p>',
    ],
    ["Weekdays 9:00 to 17:00, room 12", "<p>Weekdays 9:00 to 17:00, room 12</p>"],
  ] as const)
    t.equal(html(text), expected);
});

t.test("markup in the text stays text", async (t) => {
  const hostile = '<img src=x onerror=alert(1)>"@example.org <a href="javascript:x">&amp; y';
  t.notMatch(html(hostile), /<img|<a /);
  t.match(html(hostile), "&lt;img");
  t.match(html('x"onclick="y@example.org'), 'href="mailto:y@example.org"');
});

t.test("long texts take no longer than others", async (t) => {
  t.equal(html("a".repeat(20_000))?.length, 20_007);
  t.ok(html("+1 ".repeat(5_000)));
});
