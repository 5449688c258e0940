import type { SiteChange } from "../../../shared/contract/desk-website.ts";
import type { Language } from "../../../shared/languages.ts";
import {
  factIn,
  type Keys,
  nodeAt,
  PARTS,
  readTree,
  schemaIn,
  type TreeNode,
} from "../../content/content-tree.ts";
import type { DocumentTexts } from "../../content/edits.ts";
import { fieldSchemaOf } from "../../content/field-schema.ts";

interface Entry {
  keys: Keys;
  /** The path with the names of items in place of their numbers, so that a moved item stays itself. */
  place: string;
  values: readonly string[];
}

const MARKS = new Set(["editorNote", "placeholder"]);

const shownValue = (value: unknown): string =>
  value === undefined || value === null ? "" : String(value);

/** Yields every field of a document with its values. */
function* entriesOf(node: TreeNode, keys: Keys = [], place = ""): Generator<Entry> {
  if (node.kind === "leaf") {
    yield { keys, place, values: PARTS.map((part) => shownValue(node[part])) };
    return;
  }
  if (node.kind === "list") {
    for (const [index, item] of node.items.entries()) {
      const name = shownValue(factIn(item, "id") ?? index);
      yield* entriesOf(item, [...keys, String(index)], `${place}.${name}`);
    }
    return;
  }
  for (const [name, field] of node.fields)
    if (!MARKS.has(name)) yield* entriesOf(field, [...keys, name], `${place}.${name}`);
}

function labelOf(name: string, tree: TreeNode, keys: Keys, language: Language): string {
  const schema = fieldSchemaOf(name);
  if (schema === null) return keys.join(" ");
  const labels = keys.map((key, at) => {
    const path = keys.slice(0, at + 1);
    if (nodeAt(tree, keys.slice(0, at))?.kind === "list") return String(Number(key) + 1);
    return schemaIn(schema, tree, path)?.label?.[language] ?? key;
  });
  return labels.join(" › ");
}

/** Returns the fields that differ between two states of a document, each with its texts before and after. */
export function changesBetween(
  name: string,
  before: DocumentTexts,
  after: DocumentTexts,
  language: Language,
): SiteChange[] {
  let trees: { old: TreeNode; now: TreeNode };
  try {
    trees = { old: readTree(before), now: readTree(after) };
  } catch {
    return PARTS.flatMap((part) =>
      before[part] === after[part]
        ? []
        : [{ label: name, part, before: before[part] ?? "", after: after[part] ?? "" }],
    );
  }
  const old = new Map([...entriesOf(trees.old)].map((entry) => [entry.place, entry]));
  const now = new Map([...entriesOf(trees.now)].map((entry) => [entry.place, entry]));
  const changes: SiteChange[] = [];
  for (const place of new Set([...now.keys(), ...old.keys()])) {
    const [then, next] = [old.get(place), now.get(place)];
    const tree = next === undefined ? trees.old : trees.now;
    const { keys = [] } = next ?? then ?? {};
    if (keys.at(-1) === "id") continue;
    for (const [at, part] of PARTS.entries()) {
      const [one = "", other = ""] = [then?.values[at], next?.values[at]];
      if (one === other) continue;
      changes.push({ label: labelOf(name, tree, keys, language), part, before: one, after: other });
    }
  }
  return changes;
}
