import {
  changeList,
  type Keys,
  LIST_CHANGES,
  nodeAt,
  PARTS,
  readTree,
  schemaIn,
  setField,
  shareField,
  type TreeNode,
  writeTree,
} from "../../content/content-tree.ts";
import type { DocumentTexts } from "../../content/edits.ts";
import { type FieldSchema, present } from "../../content/field-schema.ts";

export type PostedTexts = Readonly<Record<string, string>>;

/** A field of a form: `facts:contact.phones.0.number`. */
const FIELD = /^(facts|en|sw):(.+)$/;

/** The button of a list: `add:leaders`, `up:leaders.1`. */
const BUTTON = /^(\w+):(.+)$/;

const lineBreaks = (text: string) => text.replaceAll("\r\n", "\n");

/** Reads the texts that come back with a form, as JSON; null when the form has none. */
export function readBase(text: string | undefined): DocumentTexts | null {
  if (text === undefined) return null;
  try {
    const { facts = null, en = null, sw = null } = Object(JSON.parse(text));
    const isText = [facts, en, sw].every((one) => one === null || typeof one === "string");
    return isText ? { facts, en, sw } : null;
  } catch {
    return null;
  }
}

/** Sets every field of a form in the tree of its document. */
function setFields(tree: TreeNode, schema: FieldSchema, posted: PostedTexts): void {
  for (const [name, typed] of Object.entries(posted)) {
    const [, part, path = ""] = FIELD.exec(name) ?? [];
    const known = PARTS.find((one) => one === part);
    if (known === undefined) continue;
    const keys = path.split(".");
    const field = schemaIn(schema, tree, keys);
    if (field === undefined) continue;
    if (present(field).words !== "shared") {
      setField(tree, schema, { part: known, keys, typed });
      continue;
    }
    if (known === "sw") continue;
    const [en = "", sw = ""] = [typed, posted[`sw:${path}`]].map((text) => lineBreaks(text ?? ""));
    shareField(tree, keys, { en, sw });
  }
}

/** A name that is known now makes the words that stood in its place obsolete. */
function dropStandIns(node: TreeNode): void {
  if (node.kind === "leaf") return;
  const inner = node.kind === "list" ? node.items : [...node.fields.values()];
  for (const one of inner) dropStandIns(one);
  if (node.kind === "list" || !node.fields.has("standIn")) return;
  const known = node.fields.get("name") ?? node.fields.get("value");
  if (known?.kind === "leaf" && typeof known.facts === "string" && known.facts.trim() !== "")
    node.fields.delete("standIn");
}

/** Takes the mark of invented content from the group at a path. */
function markAsReal(tree: TreeNode, keys: Keys): void {
  const node = nodeAt(tree, keys);
  if (node?.kind === "object") node.fields.delete("placeholder");
}

interface Posted {
  name: string;
  schema: FieldSchema;
  base: DocumentTexts;
  fields: PostedTexts;
  /** The keys of pictures that came with the form, by the paths of their fields. */
  pictures?: ReadonlyMap<string, string>;
  today: string;
}

/** Returns the texts of a document with everything that a form has changed, and with the list changed whose button was pressed. */
export function applyForm({ name, schema, base, fields, pictures, today }: Posted): DocumentTexts {
  const tree = readTree(base);
  setFields(tree, schema, fields);
  for (const [path, typed] of pictures ?? [])
    setField(tree, schema, { part: "facts", keys: path.split("."), typed });
  dropStandIns(tree);
  const [, button = "", path = ""] = BUTTON.exec(fields.do ?? "") ?? [];
  const keys = path.split(".");
  const change = LIST_CHANGES.find((one) => one === button);
  if (button === "real") markAsReal(tree, keys);
  if (change !== undefined) {
    const own = (fields[`key:${path}`] ?? "")
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join("-");
    changeList(tree, schema, { change, keys, today, ...(own && { name: own }) });
  }
  return writeTree(name, tree, base);
}
