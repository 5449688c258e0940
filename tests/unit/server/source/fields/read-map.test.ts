import t from "tap";
import { readMap } from "../../../../../server/source/fields/event-fields.ts";

const osm = "https://www.openstreetmap.org/export/embed.html?bbox=39.0%2C-7.0&layer=mapnik";
const google = "https://www.google.com/maps/embed?pb=!1m18!1m12";

t.test("embed URLs of the two hosts are allowed in frames, under one host name each", async (t) => {
  const cases: [string, string][] = [
    [osm, osm],
    [osm.replace("www.", ""), osm],
    [google, google],
    [google.replace("www.", ""), google],
    [google.replace("www.", "maps."), google],
    [
      "https://www.google.com/maps/embed/v1/place?q=Bunju",
      "https://www.google.com/maps/embed/v1/place?q=Bunju",
    ],
    [google.replace("https:", ""), google],
    [google.replace("www", "user@WWW"), google],
    [`<iframe src="${osm.replace("&", "&amp;")}" width="600"></iframe>`, osm],
    [`<iframe width='600' data-src='x' src='${google}'></iframe>`, google],
    [` <div><iframe loading=lazy src=${google} ></iframe>`, google],
    [`<iframe src="${google.replace(":", "&#58;").replace("/maps", "&#x2F;maps")}">`, google],
  ];
  for (const [given, wanted] of cases)
    t.same(readMap(given), { embedUrl: wanted, linkUrl: null }, given);
});

t.test("any other web URL is a plain link", async (t) => {
  const cases = [
    "https://maps.example.net/embed?x=1",
    "https://www.google.com/maps/place/Bunju",
    "https://www.google.com/url?q=https://evil.example/maps/embed",
    "https://www.google.com/maps/embedded",
    "https://www.google.com.evil.example/maps/embed",
    "https://www.google.com:8443/maps/embed",
    "http://www.google.com/maps/embed?pb=1",
    "https://www.openstreetmap.org/export/embed.html/../x",
    "https://www.openstreetmap.org/export/embed.htm",
    "https://goo.gl/maps/abc",
  ];
  for (const given of cases) {
    const { embedUrl, linkUrl } = readMap(given);
    t.equal(embedUrl, null, given);
    t.equal(linkUrl, new URL(given).href, given);
  }
});

t.test("a text without a web URL is no map", async (t) => {
  const cases: unknown[] = [
    null,
    undefined,
    "",
    5,
    {},
    "Bunju B",
    "javascript:alert(1)//www.google.com/maps/embed",
    "data:text/html,x",
    "<iframe></iframe>",
    '<iframe srcdoc="x">',
    '<iframe src="javascript:alert(1)">',
    `<b>${google}</b>`,
    "x".repeat(20_000),
  ];
  for (const given of cases) t.same(readMap(given), { embedUrl: null, linkUrl: null });
});
