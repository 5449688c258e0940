import t from "tap";
import { contactHtml } from "../../../../../server/source/fields/event-fields.ts";

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

/** Returns the links of a text, as "words -> address". */
const links = (text: string) =>
  Array.from(
    String(html(text)).matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g),
    ([, href, words]) => `${words} -> ${href}`,
  );

t.test("telephone numbers are linked whole, whatever separates and follows them", async (t) => {
  for (const [text = "", ...wanted] of [
    ["+255 (0)754 123 456", "+255 (0)754 123 456 -> tel:+255754123456"],
    ["+255.754.123.456", "+255.754.123.456 -> tel:+255754123456"],
    ["+255\u00a0754\u202f123\u2009456", "+255\u00a0754\u202f123\u2009456 -> tel:+255754123456"],
    ["022 277 1234", "022 277 1234 -> tel:0222771234"],
    ["(022) 277 1234 8-16", "(022) 277 1234 -> tel:0222771234"],
    ["0754-123-456 9:00 - 17:00", "0754-123-456 -> tel:0754123456"],
    ["+49 30 1234567 9-17", "+49 30 1234567 -> tel:+49301234567"],
    ["+49 (0)30 1234567 9am", "+49 (0)30 1234567 -> tel:+49301234567"],
    ["+1 (512) 555-0100", "+1 (512) 555-0100 -> tel:+15125550100"],
    ["00255 0754 123 456", "00255 0754 123 456 -> tel:+255754123456"],
    ["255754123456.", "255754123456 -> tel:+255754123456"],
    [
      "+255 754 123 456 0655 123 456",
      "+255 754 123 456 -> tel:+255754123456",
      "0655 123 456 -> tel:0655123456",
    ],
    [
      "022 277 1234/0754.123.456",
      "022 277 1234 -> tel:0222771234",
      "0754.123.456 -> tel:0754123456",
    ],
    ["TZS 20 000 000, 2026-06-15 0900, 15.06.2026 09:00, 07541234567, 0754 123"],
  ])
    t.same(links(text), wanted, text);
});

t.test("e-mail addresses and sites are linked as a whole, or not at all", async (t) => {
  for (const [text = "", ...wanted] of [
    ["o'brien@example.org", "o'brien@example.org -> mailto:o'brien@example.org"],
    ["(josé.núñez@example.org)", "josé.núñez@example.org -> mailto:josé.núñez@example.org"],
    ["dept/office@example.org,", "dept/office@example.org -> mailto:dept/office@example.org"],
    ["asha@münchen.example.", "asha@münchen.example -> mailto:asha@münchen.example"],
    ["Email:a&b@example.org", "a&amp;b@example.org -> mailto:a%26b@example.org"],
    ["Jisajili: forms.gle/x-1.", "forms.gle/x-1 -> https://forms.gle/x-1"],
    ["wa.me/255754123456", "wa.me/255754123456 -> https://wa.me/255754123456"],
    ["(www.example.org)", "www.example.org -> https://www.example.org/"],
    ["HTTPS http://example.org/a_(b)", "http://example.org/a_(b) -> http://example.org/a_(b)"],
    ["mtambani.or.tz", "mtambani.or.tz -> https://mtambani.or.tz/"],
    ["o’brien@example.org, asha@example.org@x, Karibu.Tupo, Dr.Asha/Dr.Juma, javascript://x.org/"],
  ])
    t.same(links(text), wanted, text);
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
  t.ok(html(`x${")".repeat(20_000)}x`));
});
