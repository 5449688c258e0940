import { readFileSync, writeFileSync } from "node:fs";
import t from "tap";
import { type FieldSchema, fieldSchemaOf } from "../../../../server/content/field-schema.ts";
import { fieldTables } from "../../../../server/content/field-tables.ts";
import { dataSchemas } from "../../../../shared/content/data.schema.ts";
import { entrySchemas } from "../../../../shared/content/pages.schema.ts";

const FILE = "content/FIELDS.md";

t.test("the tables of every field are those of the schemas", async (t) => {
  const before = readFileSync(FILE, "utf8");
  const [head = ""] = before.split("\n### ");
  const wanted = `${head}\n${fieldTables()}\n`;
  if (process.env.UPDATE === "1") writeFileSync(FILE, wanted);
  else t.equal(before, wanted, "UPDATE=1 writes the file again");
});

const HIDDEN = ["editorNote", "id", "placeholder"];

function* fieldsOf(schema: FieldSchema, path: string): Generator<[path: string, FieldSchema]> {
  for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) yield* fieldsOf(one, path);
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (HIDDEN.includes(name)) continue;
    yield [`${path}.${name}`, field];
    yield* fieldsOf(field, `${path}.${name}`);
  }
  if (schema.items) yield* fieldsOf(schema.items, `${path}[]`);
  if (schema.additionalProperties) yield* fieldsOf(schema.additionalProperties, `${path}.*`);
}

t.test("every field has a name in both languages", async (t) => {
  const names = [
    ...Object.keys(dataSchemas),
    ...Object.keys(entrySchemas).map((name) => `${name}/any`),
  ];
  for (const name of names)
    for (const [path, { label }] of fieldsOf(fieldSchemaOf(name) ?? {}, name)) {
      const own = path.split(".").at(-1);
      t.ok(label !== undefined && label.en !== own && label.sw !== own, path);
    }
});
