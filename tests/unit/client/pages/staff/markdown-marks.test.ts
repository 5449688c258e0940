import t from "tap";
import { changeFor } from "../../../../../client/pages/staff/markdown-marks.ts";

const SAMPLES = {
  bold: "bold words",
  link: "words of the link",
  picture: "what the picture shows",
};

/** Applies a mark to a text whose selection is between `‹` and `›`, and writes the result in the same way. */
function apply(mark: Parameters<typeof changeFor>[0], marked: string): string {
  const start = marked.indexOf("‹");
  const end = marked.indexOf("›") - 1;
  const value = marked.replace(/[‹›]/g, "");
  const change = changeFor(mark, { value, start, end }, SAMPLES);
  const after = value.slice(0, change.start) + change.text + value.slice(change.end);
  const { selectFrom, selectTo } = change;
  return `${after.slice(0, selectFrom)}‹${after.slice(selectFrom, selectTo)}›${after.slice(selectTo)}`;
}

t.test("bold: words, nothing, and back", async (t) => {
  t.equal(apply("bold", "a ‹well› dug"), "a **‹well›** dug");
  t.equal(apply("bold", "a **‹well›** dug"), "a ‹well› dug");
  t.equal(apply("bold", "a ‹› dug"), "a **‹bold words›** dug");
});

t.test("heading and list: each selected line, and back", async (t) => {
  t.equal(apply("heading", "one\nt‹›wo\nthree"), "one\n## two‹›\nthree");
  t.equal(apply("heading", "one\n## t‹›wo"), "one\ntwo‹›");
  t.equal(apply("list", "‹one\ntwo›\nthree"), "- one\n- two‹›\nthree");
  t.equal(apply("list", "‹- one\n- two›\nthree"), "one\ntwo‹›\nthree");
  t.equal(apply("list", "‹- one\ntwo›"), "- - one\n- two‹›");
  t.equal(apply("heading", "‹›"), "## ‹›");
});

t.test("link and picture: the selection is the words or the address", async (t) => {
  t.equal(apply("link", "see ‹our map› now"), "see [our map](‹https://›) now");
  t.equal(apply("link", "‹https://a.example/b›"), "[‹words of the link›](https://a.example/b)");
  t.equal(apply("picture", "‹›"), "![‹what the picture shows›](https://)");
  t.equal(apply("picture", "‹A well›"), "![A well](‹https://›)");
});
