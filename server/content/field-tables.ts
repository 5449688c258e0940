import { dataSchemas } from "../../shared/content/data.schema.ts";
import { entrySchemas } from "../../shared/content/pages.schema.ts";
import {
  type FieldSchema,
  fieldSchemaOf,
  isLeafSchema,
  present,
  recordItem,
} from "./field-schema.ts";

interface Row {
  path: string;
  label: string;
  meaning: string;
}

const HIDDEN = new Set(["editorNote", "id", "placeholder"]);

const cell = (text: string) =>
  text.replaceAll("|", "\\|").replaceAll("{{", "`{{").replaceAll("}}", "}}`");

function meaningOf(schema: FieldSchema): string {
  const inner = present(schema);
  const values = inner.choices === undefined ? [] : Object.keys(inner.choices);
  return [
    schema.help?.en ?? "",
    values.length > 0 ? values.map((value) => `\`${value}\``).join(", ") : "",
    inner.words === "each" || inner.items?.words === "each" ? "Words" : "",
    inner.words === "shared" ? "Once, or in each language" : "",
    inner.minItems !== undefined && inner.minItems > 1 ? `At least ${inner.minItems}` : "",
  ]
    .filter(Boolean)
    .join(". ");
}

/** Returns a row for each field of a schema. A dot leads into a group, `[]` stands for each item of a list. */
function rowsOf(schema: FieldSchema, path: string): Row[] {
  const inner = present(schema);
  const named = recordItem(inner);
  if (inner.oneOf !== undefined) {
    const rows = inner.oneOf.flatMap((one) => rowsOf(one, path));
    return rows.filter((row, at) => rows.findIndex((other) => other.path === row.path) === at);
  }
  if (named !== null) return rowsOf(named, `${path}.*`);
  if (inner.type === "array") {
    const item = inner.items ?? {};
    return isLeafSchema(item) ? [] : rowsOf(item, `${path}[]`);
  }
  return Object.entries(inner.properties ?? {}).flatMap(([name, field]) => {
    if (HIDDEN.has(name)) return [];
    const own = path === "" ? name : `${path}.${name}`;
    const isList = present(field).type === "array" && field.control !== "markdown";
    const row = {
      path: isList ? `${own}[]` : own,
      label: field.label?.en ?? name,
      meaning: meaningOf(field),
    };
    return [row, ...(isLeafSchema(field) ? [] : rowsOf(field, own))];
  });
}

const tableOf = (name: string, title: string): string =>
  [
    `### ${title}`,
    "",
    "| Field | Name | Meaning |",
    "| --- | --- | --- |",
    ...rowsOf(fieldSchemaOf(name) ?? {}, "").map(
      ({ path, label, meaning }) => `| \`${path}\` | ${cell(label)} | ${cell(meaning)} |`,
    ),
  ].join("\n");

/** Returns the tables of every field of the content as Markdown, made from the schemas. */
export function fieldTables(): string {
  const files = Object.keys(dataSchemas).map((name) => tableOf(name, `\`${name}.json\``));
  const folders = Object.keys(entrySchemas).map((name) =>
    tableOf(`${name}/any`, `Entries of \`${name}\``),
  );
  return [...files, ...folders].join("\n\n");
}
