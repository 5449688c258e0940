import t from "tap";
import { readLanguage } from "../../../../../server/source/fields/values.ts";

const ENGLISH =
  "The wells of this ward were dug by the committees, and are still in use for the school.";
const KISWAHILI =
  "Kamati za maji za kata hii zimechimba visima vya shule, na watu wa kijiji ni wasimamizi wake.";

const read = (row: Record<string, unknown>, text = "") =>
  readLanguage(new Map(Object.entries(row)), [text]);

t.test("the language that the source states is read in every form", async (t) => {
  for (const value of ["sw", "SW", "sw-TZ", "sw_KE", "swa", "Kiswahili", "swahili", ["sw"]])
    t.equal(read({ language: value }, ENGLISH), "sw", JSON.stringify(value));
  for (const value of ["en", "en-GB", "eng", "English", { code: "en" }, { name: "English" }])
    t.equal(read({ lang: value }, KISWAHILI), "en", JSON.stringify(value));
  t.equal(read({ locale: "sw_TZ" }), "sw");
  t.equal(
    read({ inLanguage: { "@type": "Language", alternateName: "sw", name: "Swahili" } }),
    "sw",
  );
});

t.test("other languages are taken as tags", async (t) => {
  for (const [stated, tag] of [
    ["fr", "fr"],
    ["fra", "fr"],
    ["pt_BR", "pt-BR"],
    ["zh-hant", "zh-Hant"],
    ["xx", null],
    ["sweden", null],
    ['en us" onload', "en"],
    ['fr" onload=x', null],
  ] as const)
    t.equal(read({ language: stated }, ENGLISH), tag, String(stated));
});

t.test("two languages or an unknown one are left open, or detected from the words", async (t) => {
  t.equal(read({ language: ["en", "sw"] }, ENGLISH), "en");
  t.equal(read({ language: 5, lang: "" }, KISWAHILI), "sw");
});

t.test("without a statement the script tells, where one language is written in it", async (t) => {
  for (const [text, tag] of [
    ["افتتح أهالي القرية بئرا", "ar"],
    ["گاؤں میں پانی کا نیا کنواں", "ur"],
    ["村の新しい井戸", "ja"],
    ["村里的新井", "zh"],
    ["ગામમાં નવો કૂવો", "gu"],
    ["Новый колодец в деревне", null],
    [`${ENGLISH} افتتح`, "en"],
  ] as const)
    t.equal(read({}, text), tag, text);
});

t.test("a text of angle brackets holds nothing up", async (t) => {
  const startedAt = performance.now();
  t.equal(read({}, "<".repeat(60_000)), null);
  t.ok(performance.now() - startedAt < 500);
});

t.test("without a statement frequent words tell, where they are many", async (t) => {
  t.equal(read({}, ENGLISH), "en");
  t.equal(read({}, KISWAHILI), "sw");
  t.equal(read({}, `<p class="the and of was">${KISWAHILI}</p>`), "sw");
  for (const text of [
    "",
    "WASH Forum Bagamoyo",
    "Siku ya maji safi",
    `${ENGLISH} ${KISWAHILI}`,
    "La réunion de la commune sera dans la salle des fêtes, et les enfants sont invités.",
    "Na reunião da associação, as mulheres da aldeia e a escola falam de água na comunidade.",
    "Die Brunnen von Mtambani und die Schule: was war, was ist, und was noch kommt.",
  ])
    t.equal(read({}, text), null, text);
});
