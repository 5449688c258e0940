import { parseDocument } from "yaml";

/** A text or number of a document, by its place: `contact.phones.0.number`. */
export interface Leaf {
  path: string;
  value: string;
}

type Keys = readonly (string | number)[];

/** The fields that hold no text for visitors: names by which documents refer to each other, and marks for editors. */
const NO_TEXT = new Set(["claim", "detail", "editorNote", "id", "order", "placeholder", "slug"]);

/** The name of the text below the front matter, where a document has one. */
const BODY = "body";

const FRONT_MATTER = /^---\n([\s\S]*?)\n---(?:\n|$)/;

function* leavesIn(value: unknown, keys: Keys = []): Generator<[Keys, string | number]> {
  if (typeof value === "string" || typeof value === "number") yield [keys, value];
  if (typeof value !== "object" || value === null) return;
  const items = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, item] of items)
    if (!NO_TEXT.has(String(key))) yield* leavesIn(item, [...keys, key]);
}

/** Returns the texts and numbers of a file of a document, JSON or Markdown. Throws when the file cannot be read. */
export function readLeaves(text: string): Leaf[] {
  const [head, yaml] = FRONT_MATTER.exec(text) ?? [];
  const value: unknown = head === undefined ? JSON.parse(text) : parseDocument(yaml ?? "").toJS();
  const leaves = [...leavesIn(value)].map(([keys, leaf]) => ({
    path: keys.join("."),
    value: String(leaf),
  }));
  if (head === undefined) return leaves;
  return [...leaves, { path: BODY, value: text.slice(head.length).trim() }];
}

/** Returns a value with another leaf at the keys. A number stays a number where the new text is one. */
function replaced(value: unknown, [key, ...rest]: Keys, leaf: string): unknown {
  if (key === undefined) {
    const isNumber =
      typeof value === "number" && leaf.trim() !== "" && Number.isFinite(Number(leaf));
    return isNumber ? Number(leaf) : leaf;
  }
  if (Array.isArray(value))
    return value.map((item, at) => (at === key ? replaced(item, rest, leaf) : item));
  const fields = Object.entries(Object(value));
  return Object.fromEntries(
    fields.map(([name, item]) => [name, name === key ? replaced(item, rest, leaf) : item]),
  );
}

/** Returns the text of a file with new leaves, by their paths. Paths that the file does not have are ignored. */
export function writeLeaves(text: string, leaves: ReadonlyMap<string, string>): string {
  const [head, yaml] = FRONT_MATTER.exec(text) ?? [];
  if (head === undefined) {
    let value: unknown = JSON.parse(text);
    for (const [keys, before] of leavesIn(value)) {
      const leaf = leaves.get(keys.join("."));
      if (leaf !== undefined && leaf !== String(before)) value = replaced(value, keys, leaf);
    }
    return `${JSON.stringify(value, null, 2)}\n`;
  }
  const document = parseDocument(yaml ?? "");
  for (const [keys, before] of leavesIn(document.toJS())) {
    const leaf = leaves.get(keys.join("."));
    if (leaf !== undefined && leaf !== String(before)) document.setIn(keys, leaf);
  }
  const body = leaves.get(BODY) ?? text.slice(head.length).trim();
  return `---\n${document.toString().trimEnd()}\n---\n\n${body.trim()}\n`;
}
