import type {
  SiteChoice,
  SiteNode,
  SitePart,
  SiteRemark,
  SiteValue,
} from "../../../shared/contract/desk-website.ts";
import type { Language } from "../../../shared/languages.ts";
import type { Problem } from "../../content/compile-content.ts";
import { factIn, type Keys, PARTS, type TreeNode } from "../../content/content-tree.ts";
import {
  type FieldSchema,
  fieldsOfObject,
  isLeafSchema,
  present,
  recordItem,
} from "../../content/field-schema.ts";
import { adviceFor, ruleText } from "./rules.ts";

/** The fields that the office never sees: names by which documents refer to each other, and marks for editors. */
const HIDDEN = new Set(["editorNote", "id", "placeholder"]);

/** The fields whose text names an item of a list, the best first. */
const TITLES = [
  "title",
  "name",
  "question",
  "heading",
  "label",
  "caption",
  "text",
  "number",
  "days",
];
const MORE_TITLES = ["from", "role", "standIn", "quote", "referenceAs", "link", "claim", "message"];

/** The number of characters that a field of one line shows. */
const LINE = 60;

/** Everything that the fields of a form depend on. */
export interface ViewContext {
  language: Language;
  problems: readonly Problem[];
  choices: (from: NonNullable<FieldSchema["from"]>) => readonly SiteChoice[];
  files: readonly SiteChoice[];
  pictureUrl: (key: string) => string;
}

const plainText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";

/** Returns the text that names an item, such as the question of a FAQ. */
function titleIn(node: TreeNode | undefined, language: Language): string {
  if (node === undefined || node.kind === "list") return "";
  const other = language === "en" ? "sw" : "en";
  if (node.kind === "leaf")
    return plainText(node[language]) || plainText(node.facts) || plainText(node[other]);
  for (const name of [...TITLES, ...MORE_TITLES]) {
    const field = node.fields.get(name);
    const text = field?.kind === "leaf" ? titleIn(field, language) : "";
    if (text !== "") return text.replaceAll(/\s+/g, " ").slice(0, 80);
  }
  return "";
}

const isMarked = (node: TreeNode | undefined): boolean =>
  factIn(node, "placeholder") !== undefined || hasList(node);

function hasList(node: TreeNode | undefined): boolean {
  return node?.kind === "object" && node.fields.get("placeholder")?.kind === "list";
}

function controlOf(schema: FieldSchema, texts: readonly string[]): SiteValue["control"] {
  const { control, enum: choices, type, from } = schema;
  if (control === "markdown" || control === "picture" || control === "date" || control === "moment")
    return control;
  if (choices !== undefined || from !== undefined || control === "file" || type === "boolean")
    return "choice";
  if (control === "link") return "link";
  if (type === "integer") return "number";
  return texts.some((text) => text.length > LINE || text.includes("\n")) ? "long" : "line";
}

/** Builds the fields of a form from the schema of a document and its values. */
export class FormView {
  readonly #context: ViewContext;

  constructor(context: ViewContext) {
    this.#context = context;
  }

  #words(schema: FieldSchema, keys: Keys) {
    const { language } = this.#context;
    const name = keys.at(-1) ?? "";
    return {
      path: keys.join("."),
      label: schema.label?.[language] ?? name,
      help: schema.help?.[language] ?? "",
    };
  }

  /** Returns the mistakes at a path. A mistake in a paragraph belongs to the whole text. */
  #remarks(path: string, schema: FieldSchema, isExact: boolean): SiteRemark[] {
    const { problems, language } = this.#context;
    const isWords = schema.words === "each" || schema.control === "markdown";
    const remarks = new Map<string, SiteRemark>();
    for (const { path: at, language: own, text } of problems) {
      const where = at.join(".");
      const isHere = where === path || (!isExact && where.startsWith(`${path}.`));
      if (!isHere) continue;
      const said = ruleText(text, language);
      const isEnglishToo = remarks.has(`en ${said}`);
      if (isWords && own === "sw" && isEnglishToo) continue;
      const part: SitePart = isWords ? own : "facts";
      remarks.set(`${part} ${said}`, { part, kind: "error", text: said });
    }
    return [...remarks.values()];
  }

  #choices(schema: FieldSchema): readonly SiteChoice[] {
    const { language, choices, files } = this.#context;
    if (schema.control === "file") return files;
    if (schema.from !== undefined) return choices(schema.from);
    if (schema.type === "boolean")
      return language === "en"
        ? [
            { value: "true", label: "Yes" },
            { value: "false", label: "No" },
          ]
        : [
            { value: "true", label: "Ndiyo" },
            { value: "false", label: "Hapana" },
          ];
    return (schema.enum ?? []).map((value) => ({
      value,
      label: schema.choices?.[value]?.[language] ?? value,
    }));
  }

  /** Returns a field with one control for each of its parts. */
  value(
    given: FieldSchema,
    node: TreeNode | undefined,
    keys: Keys,
    isRequired: boolean,
  ): SiteValue {
    const schema = present(given);
    const leaf = node?.kind === "leaf" ? node : undefined;
    const isMarkdown = schema.control === "markdown";
    const values: SiteValue["values"] = {};
    if (schema.words === "shared") {
      values.en = plainText(leaf?.en ?? leaf?.facts);
      values.sw = plainText(leaf?.sw);
    } else if (schema.words === "each" || isMarkdown) {
      values.en = plainText(leaf?.en);
      values.sw = plainText(leaf?.sw);
    } else values.facts = plainText(leaf?.facts);
    const texts = PARTS.map((part) => values[part] ?? "");
    const control = controlOf(schema, texts);
    const words = this.#words(given, keys);
    const advice = schema.words === "each" || isMarkdown ? this.#advice(schema, values) : [];
    const key = values.facts ?? "";
    const known = this.#choices(schema);
    // A value that is not among the choices any more stays as it is until another one is chosen.
    const isKnown = key === "" || known.some(({ value }) => value === key);
    const choices =
      control === "choice" && !isKnown ? [{ value: key, label: key }, ...known] : known;
    return {
      ...words,
      kind: "value",
      control,
      values,
      isRequired: isRequired && present(given) === given,
      example: given.example ?? schema.example ?? "",
      choices,
      remarks: [...this.#remarks(words.path, schema, !isMarkdown), ...advice],
      picture: control === "picture" && key !== "" ? this.#context.pictureUrl(key) : null,
    };
  }

  #advice(schema: FieldSchema, { en, sw }: SiteValue["values"]): SiteRemark[] {
    const field = schema.control === "markdown" ? { ...schema, ...schema.items } : schema;
    const { figures } = field;
    const notes = figures === undefined ? {} : { figures };
    return adviceFor(notes, { en, sw }, this.#context.language).map((text) => {
      return { part: sw ? "sw" : "en", kind: "advice", text };
    });
  }

  /** Returns the fields of an object. */
  fields(schema: FieldSchema, node: TreeNode | undefined, keys: Keys): SiteNode[] {
    const fields = fieldsOfObject(schema, (name) => factIn(node, name));
    return fields.flatMap(([name, field, isRequired]) => {
      if (HIDDEN.has(name)) return [];
      const own = node?.kind === "object" ? node.fields.get(name) : undefined;
      return [this.node(field, own, [...keys, name], isRequired)];
    });
  }

  node(given: FieldSchema, node: TreeNode | undefined, keys: Keys, isRequired: boolean): SiteNode {
    if (isLeafSchema(given)) return this.value(given, node, keys, isRequired);
    const schema = present(given);
    const words = this.#words(given, keys);
    const named = recordItem(schema);
    if (named !== null) return this.#record(given, named, node, keys);
    if (schema.type === "array") return this.#list(given, node, keys);
    const isReference =
      schema.properties?.claim?.from === "claims" && Object.keys(schema.properties).length === 1;
    if (isReference) {
      const claim = { ...schema.properties?.claim, label: given.label } as FieldSchema;
      const own = node?.kind === "object" ? node.fields.get("claim") : undefined;
      return this.value(claim, own, [...keys, "claim"], isRequired);
    }
    const isAbsent = node === undefined && !isRequired;
    return {
      ...words,
      kind: "group",
      fields: isAbsent ? [] : this.fields(schema, node, keys),
      isPlaceholder: isMarked(node),
      isOptional: !isRequired,
    };
  }

  #list(given: FieldSchema, node: TreeNode | undefined, keys: Keys): SiteNode {
    const schema = present(given);
    const item = schema.items ?? {};
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
    const items = node?.kind === "list" ? node.items : [];
    const words = this.#words(given, keys);
    return {
      ...words,
      kind: "list",
      isNamed: false,
      canAdd: items.length < maxItems,
      canRemove: items.length > minItems,
      canMove: items.length > 1,
      remarks: this.#remarks(words.path, schema, true),
      items: items.map((one, index) => {
        const path = [...keys, String(index)];
        const isSingle = isLeafSchema(item) || this.node(item, one, path, true).kind === "value";
        const labelled = { ...item, label: item.label ?? given.label } as FieldSchema;
        return {
          path: path.join("."),
          title: titleIn(one, this.#context.language),
          isPlaceholder: isMarked(one),
          fields: isSingle
            ? [this.node(labelled, one, path, true)]
            : this.fields(present(item), one, path),
        };
      }),
    };
  }

  #record(given: FieldSchema, item: FieldSchema, node: TreeNode | undefined, keys: Keys): SiteNode {
    const words = this.#words(given, keys);
    const items = node?.kind === "object" ? [...node.fields] : [];
    return {
      ...words,
      kind: "list",
      isNamed: true,
      canAdd: true,
      canRemove: true,
      canMove: false,
      remarks: [],
      items: items.map(([name, one]) => ({
        path: [...keys, name].join("."),
        title: titleIn(one, this.#context.language) || name,
        isPlaceholder: isMarked(one),
        fields: this.fields(present(item), one, [...keys, name]),
      })),
    };
  }
}
