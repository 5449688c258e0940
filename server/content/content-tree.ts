import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { parseDocument, stringify } from "yaml";
import { isRecord } from "../records.ts";
import type { DocumentTexts } from "./edits.ts";
import {
  type FieldSchema,
  fieldsOfObject,
  isLeafSchema,
  isNullable,
  present,
  recordItem,
} from "./field-schema.ts";
import { keyOf } from "./with-words.ts";

/** The parts of a document: what stands once, and the words of each language. */
export const PARTS = ["facts", "en", "sw"] as const;
export type Part = (typeof PARTS)[number];

type Values = { [One in Part]?: unknown };

/** A value of a document in all parts that have it. */
export interface Leaf extends Values {
  kind: "leaf";
}

export interface ObjectNode {
  kind: "object";
  /** The parts that have the object, even without fields. */
  parts: ReadonlySet<Part>;
  fields: Map<string, TreeNode>;
}

export interface ListNode {
  kind: "list";
  /** True when the items are facts, and their words stand under the names of the items. */
  isNamed: boolean;
  items: TreeNode[];
}

/** A document with its facts and its words in one tree, whose paths are those of the compiled document. */
export type TreeNode = Leaf | ObjectNode | ListNode;

export type Keys = readonly string[];

const FRONT_MATTER = /^---\n([\s\S]*?)\n---(?:\n|$)/;

/** The field of a Markdown file that holds the text below its front matter. */
const BODY = "body";

/** Reads the text of a file, JSON or Markdown. Throws when the file cannot be read. */
function readPart(text: string | null): unknown {
  if (text === null) return undefined;
  const [head, yaml] = FRONT_MATTER.exec(text) ?? [];
  if (head === undefined) return JSON.parse(text);
  const document = parseDocument(yaml ?? "");
  const [fault] = document.errors;
  if (fault) throw fault;
  return { ...Object(document.toJS()), [BODY]: text.slice(head.length).trim() };
}

/** The longest line that a list of short values takes. */
const LINE = 100;

/** Formats a value as the files of the content are formatted. */
function formatJson(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item) => formatJson(item, inner))
    : Object.entries(value).map(
        ([name, item]) => `${JSON.stringify(name)}: ${formatJson(item, inner)}`,
      );
  if (parts.length === 0) return isList ? "[]" : "{}";
  const isShort = isList && value.every((item) => typeof item !== "object" || item === null);
  const line = `[${parts.join(", ")}]`;
  if (isShort && indent.length + line.length < LINE) return line;
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

/** Writes a part as the text of its file. A text whose values are the same stays as it was, byte for byte. */
function writePart(value: unknown, before: string | null, isMarkdown: boolean): string | null {
  if (value === undefined) return null;
  if (before !== null && isDeepStrictEqual(readPart(before), value)) return before;
  if (!isMarkdown) return `${formatJson(value)}\n`;
  const { [BODY]: body = "", ...front } = Object(value) as Record<string, unknown>;
  const yaml = Object.keys(front).length === 0 ? "" : stringify(front, { lineWidth: 0 });
  return `---\n${yaml}---\n\n${String(body).trim()}\n`;
}

function nodeOf(values: Values): TreeNode {
  const { facts, en, sw } = values;
  if (Array.isArray(facts)) {
    const items = facts.map((item: unknown) => {
      const key = keyOf(item) ?? "";
      const wordsIn = (words: unknown) => (isRecord(words) ? words[key] : undefined);
      return nodeOf({ facts: item, en: wordsIn(en), sw: wordsIn(sw) });
    });
    return { kind: "list", isNamed: true, items };
  }
  if (facts === undefined && (Array.isArray(en) || Array.isArray(sw))) {
    const length = Math.max(...[en, sw].map((list) => (Array.isArray(list) ? list.length : 0)));
    const itemIn = (list: unknown, at: number) => (Array.isArray(list) ? list[at] : undefined);
    const items = Array.from({ length }, (_, at) =>
      nodeOf({ en: itemIn(en, at), sw: itemIn(sw, at) }),
    );
    return { kind: "list", isNamed: false, items };
  }
  const parts = PARTS.filter((part) => isRecord(values[part]));
  if (parts.length === 0) return { kind: "leaf", ...definedOf(values) };
  const fieldIn = (part: Part, name: string) => {
    const value = values[part];
    return isRecord(value) ? value[name] : undefined;
  };
  const names = new Set(parts.flatMap((part) => Object.keys(Object(values[part]))));
  const fields = new Map<string, TreeNode>();
  for (const name of names) {
    const [facts, en, sw] = PARTS.map((part) => fieldIn(part, name));
    fields.set(name, nodeOf({ facts, en, sw }));
  }
  return { kind: "object", parts: new Set(parts), fields };
}

function definedOf(values: Values): Values {
  const defined: Values = {};
  for (const part of PARTS) if (values[part] !== undefined) defined[part] = values[part];
  return defined;
}

/** Reads the texts of a document as one tree. Throws when a text is not in the form of its file. */
export function readTree({ facts, en, sw }: DocumentTexts): TreeNode {
  return nodeOf({ facts: readPart(facts), en: readPart(en), sw: readPart(sw) });
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === "" ||
  (Array.isArray(value) && value.every(isEmpty)) ||
  (isRecord(value) && Object.values(value).every(isEmpty));

function valuesOfList({ items, isNamed }: ListNode): Values {
  const values = items.map(valuesOf);
  if (!isNamed) {
    const en = values.map((item) => item.en ?? "");
    const sw = values.map((item) => item.sw ?? "");
    return isEmpty(sw) ? { en } : { en, sw };
  }
  const result: Values = { facts: values.map(({ facts }) => facts ?? {}) };
  for (const language of ["en", "sw"] as const) {
    const named = values.flatMap((item) => {
      const key = keyOf(item.facts);
      const words = item[language];
      return key === undefined || words === undefined ? [] : [[key, words] as const];
    });
    if (named.length > 0) result[language] = Object.fromEntries(named);
  }
  return result;
}

/** Returns the value of a tree in each part. */
function valuesOf(node: TreeNode): Values {
  if (node.kind === "leaf") return definedOf(node);
  if (node.kind === "list") return valuesOfList(node);
  const fields = [...node.fields].map(([name, field]) => [name, valuesOf(field)] as const);
  const result: Values = {};
  for (const part of PARTS) {
    const own = fields.filter(([, values]) => values[part] !== undefined);
    if (own.length === 0 && !node.parts.has(part)) continue;
    result[part] = Object.fromEntries(own.map(([name, values]) => [name, values[part]]));
  }
  return result;
}

/** Writes a tree as the texts of a document. */
export function writeTree(name: string, tree: TreeNode, before: DocumentTexts): DocumentTexts {
  const values = valuesOf(tree);
  const isEntry = name.includes("/");
  const hasKiswahili = !isEmpty(values.sw);
  return {
    facts: writePart(values.facts, before.facts, false),
    en: writePart(values.en, before.en, isEntry),
    sw: hasKiswahili ? writePart(values.sw, before.sw, isEntry) : null,
  };
}

/** Returns the node at a path; undefined when there is none. */
export function nodeAt(tree: TreeNode, keys: Keys): TreeNode | undefined {
  let node: TreeNode | undefined = tree;
  for (const key of keys) {
    if (node?.kind === "object") node = node.fields.get(key);
    else if (node?.kind === "list") node = node.items[Number(key)];
    else return undefined;
  }
  return node;
}

/** Returns the value that a field has in the facts of an object. */
export const factIn = (node: TreeNode | undefined, name: string): unknown => {
  const field = node?.kind === "object" ? node.fields.get(name) : undefined;
  return field?.kind === "leaf" ? field.facts : undefined;
};

/** Returns the schema at a path of a tree. */
export function schemaIn(schema: FieldSchema, tree: TreeNode, keys: Keys): FieldSchema | undefined {
  let here: FieldSchema | undefined = schema;
  for (const [depth, key] of keys.entries()) {
    if (here === undefined) return undefined;
    const inner: FieldSchema = present(here);
    const node = nodeAt(tree, keys.slice(0, depth));
    if (inner.type === "array" && inner.control !== "markdown") here = inner.items;
    else if (recordItem(inner) !== null) here = recordItem(inner) ?? undefined;
    else
      here = fieldsOfObject(inner, (name) => factIn(node, name)).find(
        ([name]) => name === key,
      )?.[1];
  }
  return here;
}

/** Reads what was typed into a field of facts. A number stays as it was typed where it is none, so that the check can name it. */
function readFact(typed: string, schema: FieldSchema): unknown {
  const plain = typed.trim();
  if (plain === "" && isNullable(schema)) return null;
  const { type, anyOf = [] } = present(schema);
  if (type === "boolean") return plain === "true";
  const mayBeNumber = [type, ...anyOf.map((one) => one.type)].some(
    (one) => one === "number" || one === "integer",
  );
  const isNumber = plain !== "" && /^-?\d+(?:\.\d+)?$/.test(plain);
  return mayBeNumber && isNumber ? Number(plain) : typed;
}

/** Sets a field to what was typed. An empty text is a text that is not there. */
export function setField(
  tree: TreeNode,
  schema: FieldSchema,
  { part, keys, typed }: { part: Part; keys: Keys; typed: string },
): void {
  const own = schemaIn(schema, tree, keys);
  const parent = nodeAt(tree, keys.slice(0, -1));
  const name = keys.at(-1);
  if (own === undefined || parent === undefined || name === undefined) return;
  if (!isLeafSchema(own)) return;
  let leaf = nodeAt(tree, keys);
  if (leaf === undefined && parent.kind === "object") {
    leaf = { kind: "leaf" };
    parent.fields.set(name, leaf);
  }
  if (leaf?.kind !== "leaf") return;
  const text = typed.replaceAll("\r\n", "\n");
  const value = part === "facts" ? readFact(text, own) : text;
  const isInList = parent.kind === "list";
  const isNoText = value === "" && part !== "facts" && !isInList;
  if (isNoText && isNullable(own) && leaf[part] !== undefined) leaf[part] = null;
  else if (isNoText) delete leaf[part];
  else leaf[part] = value;
}

/** Puts a text that is the same in both languages among the facts, and any other into the words of both. */
export function shareField(
  tree: TreeNode,
  keys: Keys,
  { en, sw }: { en: string; sw: string },
): void {
  const parent = nodeAt(tree, keys.slice(0, -1));
  if (parent?.kind !== "object") return;
  const name = keys.at(-1) ?? "";
  if (en === "" && sw === "") parent.fields.delete(name);
  else if (sw === "" || sw === en) parent.fields.set(name, { kind: "leaf", facts: en });
  else parent.fields.set(name, { kind: "leaf", en, sw });
}

const newName = () => `n-${randomBytes(4).toString("hex")}`;

/** Creates an empty value of a schema, for a new item of a list. */
export function newNode(schema: FieldSchema, today: string): TreeNode {
  const inner = present(schema);
  if (isLeafSchema(schema)) return newLeaf(schema, today);
  if (inner.type === "array") {
    const item = inner.items ?? {};
    const isNamed = !isWordsOnly(item);
    const items = (inner.minItems ?? 0) > 0 ? [newNode(item, today)] : [];
    return { kind: "list", isNamed, items };
  }
  const fields = new Map<string, TreeNode>();
  const parts = new Set<Part>(isWordsOnly(inner) ? ["en"] : ["facts"]);
  if (recordItem(inner) !== null) return { kind: "object", parts, fields };
  for (const [name, field, isRequired] of fieldsOfObject(inner, () => undefined))
    if (isRequired) fields.set(name, newField(name, field, today));
  return { kind: "object", parts, fields };
}

const newField = (name: string, field: FieldSchema, today: string): TreeNode =>
  name === "id" ? { kind: "leaf", facts: newName() } : newNode(field, today);

function newLeaf(schema: FieldSchema, today: string): Leaf {
  const inner = present(schema);
  if (inner.words === "each" || inner.control === "markdown") return { kind: "leaf", en: "" };
  const [first] = inner.enum ?? [];
  if (inner.const !== undefined) return { kind: "leaf", facts: inner.const };
  if (first !== undefined) return { kind: "leaf", facts: first };
  if (inner.type === "boolean") return { kind: "leaf", facts: false };
  if (inner.type === "integer") return { kind: "leaf", facts: 1 };
  if (inner.control === "date") return { kind: "leaf", facts: today };
  return { kind: "leaf", facts: isNullable(schema) ? null : "" };
}

/** Tells whether everything in a field is words, so that a list of such items has no names. */
function isWordsOnly(schema: FieldSchema): boolean {
  const inner = present(schema);
  if (isLeafSchema(schema))
    return inner.words === "each" || inner.items?.words === "each" || inner.words === "shared";
  if (inner.type === "array") return isWordsOnly(inner.items ?? {});
  const fields = Object.entries(inner.properties ?? {});
  return fields.every(
    ([name, field]) => name === "placeholder" || name === "editorNote" || isWordsOnly(field),
  );
}

/** The changes of a list: `add`, or one of the others with the item that it concerns. */
export const LIST_CHANGES = ["add", "remove", "up", "down"] as const;
export type ListChange = (typeof LIST_CHANGES)[number];

function moveItem(items: TreeNode[], from: number, to: number): void {
  const [item] = items.splice(from, 1);
  if (item !== undefined) items.splice(to, 0, item);
}

/** Changes a list: `keys` name the list for a new item, otherwise the item. */
export function changeList(
  tree: TreeNode,
  schema: FieldSchema,
  { change, keys, today, name }: { change: ListChange; keys: Keys; today: string; name?: string },
): void {
  if (change === "add") {
    addItem(tree, schema, { keys, today, name });
    return;
  }
  const parent = nodeAt(tree, keys.slice(0, -1));
  const key = keys.at(-1) ?? "";
  if (parent?.kind === "object" && change === "remove") parent.fields.delete(key);
  if (parent?.kind !== "list") return;
  const at = Number(key);
  if (!Number.isInteger(at) || at < 0 || at >= parent.items.length) return;
  if (change === "remove") parent.items.splice(at, 1);
  if (change === "up" && at > 0) moveItem(parent.items, at, at - 1);
  if (change === "down" && at < parent.items.length - 1) moveItem(parent.items, at, at + 1);
}

function addItem(
  tree: TreeNode,
  schema: FieldSchema,
  { keys, today, name }: { keys: Keys; today: string; name?: string | undefined },
): void {
  const own = schemaIn(schema, tree, keys);
  if (own === undefined) return;
  const inner = present(own);
  let node = nodeAt(tree, keys);
  if (node === undefined) {
    const parent = nodeAt(tree, keys.slice(0, -1));
    if (parent?.kind !== "object") return;
    node = newNode({ ...inner, minItems: 0 }, today);
    parent.fields.set(keys.at(-1) ?? "", node);
  }
  const named = recordItem(inner);
  if (named !== null && node.kind === "object")
    node.fields.set(name || newName(), newNode(named, today));
  if (node.kind !== "list" || inner.items === undefined) return;
  node.isNamed ||= node.items.length === 0 && !isWordsOnly(inner.items);
  node.items.push(newNode(inner.items, today));
}
