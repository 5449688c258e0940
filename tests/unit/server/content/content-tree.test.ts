import t from "tap";
import { ContentFiles } from "../../../../server/content/content-files.ts";
import {
  changeList,
  nodeAt,
  readTree,
  setField,
  type TreeNode,
  writeTree,
} from "../../../../server/content/content-tree.ts";
import { type DocumentTexts, textsInFiles } from "../../../../server/content/edits.ts";
import { fieldSchemaOf } from "../../../../server/content/field-schema.ts";
import { documentNames } from "../../../../server/content/source.ts";
import { sampledPayloads } from "../../../fixtures/hostile/payloads.ts";
import { testContent } from "./content-copy.ts";

const schemaOf = (name: string) => fieldSchemaOf(name) ?? {};

const TODAY = "2026-11-29";

t.test("every document is written as it was read, byte for byte", async (t) => {
  for (const dir of ["content", testContent]) {
    const files = new ContentFiles(dir);
    for (const name of documentNames(files)) {
      const texts = textsInFiles(files, name);
      t.strictSame(writeTree(name, readTree(texts), texts), texts, name);
    }
  }
});

function* wordsIn(node: TreeNode, keys: string[] = []): Generator<string[]> {
  if (node.kind === "leaf") {
    if (typeof node.en === "string") yield keys;
    return;
  }
  const inner = node.kind === "list" ? node.items.entries() : node.fields.entries();
  for (const [key, item] of inner) yield* wordsIn(item, [...keys, String(key)]);
}

t.test("a hostile text in every field of words is stored as it was typed", async (t) => {
  const files = new ContentFiles(testContent);
  const payloads = sampledPayloads.map(({ html }) => html.replaceAll("\r\n", "\n").trim());
  let count = 0;
  for (const name of documentNames(files)) {
    const texts = textsInFiles(files, name);
    const tree = readTree(texts);
    const typed = new Map<string, string>();
    for (const keys of wordsIn(tree)) {
      const payload = payloads[count % payloads.length] || "x";
      count += 1;
      typed.set(keys.join("."), payload);
      setField(tree, schemaOf(name), { part: "en", keys, typed: payload });
    }
    const again = readTree(writeTree(name, tree, texts));
    for (const [path, payload] of typed) {
      const leaf = nodeAt(again, path.split("."));
      t.equal(leaf?.kind === "leaf" ? leaf.en : undefined, payload, `${name} ${path}`);
    }
  }
});

const PEOPLE: DocumentTexts = {
  facts: JSON.stringify({
    leaders: [
      { id: "one", name: "One" },
      { id: "two", name: "Two" },
    ],
  }),
  en: JSON.stringify({ leaders: { one: { role: "First" }, two: { role: "Second" } } }),
  sw: JSON.stringify({ leaders: { one: { role: "Kwanza" } } }),
};

t.test("an item keeps its words when it moves, and loses them when it goes", async (t) => {
  const tree = readTree(PEOPLE);
  const schema = schemaOf("leaders");
  changeList(tree, schema, { change: "down", keys: ["leaders", "0"], today: TODAY });
  const moved = writeTree("leaders", tree, PEOPLE);
  t.same(
    JSON.parse(moved.facts ?? "").leaders.map(({ id }: { id: string }) => id),
    ["two", "one"],
  );
  t.same(JSON.parse(moved.sw ?? ""), JSON.parse(PEOPLE.sw ?? ""));
  changeList(tree, schema, { change: "remove", keys: ["leaders", "1"], today: TODAY });
  const left = writeTree("leaders", tree, PEOPLE);
  t.same(JSON.parse(left.en ?? ""), { leaders: { two: { role: "Second" } } });
  t.equal(left.sw, null, "no words are left in Kiswahili");
  changeList(tree, schema, { change: "add", keys: ["leaders"], today: TODAY });
  setField(tree, schema, { part: "sw", keys: ["leaders", "1", "role"], typed: "Tatu" });
  const added = JSON.parse(writeTree("leaders", tree, PEOPLE).facts ?? "").leaders[1];
  t.match(added.id, /^n-[0-9a-f]{8}$/);
  t.equal(JSON.parse(writeTree("leaders", tree, PEOPLE).sw ?? "").leaders[added.id].role, "Tatu");
});

t.test("numbers, choices and unknown values have the type of their field", async (t) => {
  const texts = { facts: JSON.stringify({ presets: [20] }), en: null, sw: null };
  const tree = readTree(texts);
  const set = (typed: string) => {
    setField(tree, schemaOf("donate"), { part: "facts", keys: ["presets", "0"], typed });
    return JSON.parse(writeTree("donate", tree, texts).facts ?? "").presets[0];
  };
  t.equal(set("25"), 25);
  t.equal(set("a lot"), "a lot", "the check names it");
  const people = readTree(PEOPLE);
  setField(people, schemaOf("leaders"), {
    part: "facts",
    keys: ["leaders", "0", "name"],
    typed: " ",
  });
  t.equal(JSON.parse(writeTree("leaders", people, PEOPLE).facts ?? "").leaders[0].name, null);
});
