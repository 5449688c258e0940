import * as z from "zod";
import { dataSchemas } from "../../shared/content/data.schema.ts";
import type { FieldNotes } from "../../shared/content/fields.schema.ts";
import { entrySchemas } from "../../shared/content/pages.schema.ts";

/** The schema of a field as JSON Schema, with the notes of its `.meta()`. Forms and documents are made from it. */
export interface FieldSchema extends FieldNotes {
  type?: string;
  properties?: Readonly<Record<string, FieldSchema>>;
  required?: readonly string[];
  items?: FieldSchema;
  additionalProperties?: FieldSchema | false;
  anyOf?: readonly FieldSchema[];
  oneOf?: readonly FieldSchema[];
  enum?: readonly string[];
  const?: unknown;
  format?: string;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
}

const known = new Map<string, FieldSchema>();

/** Returns the schema of a document by its name, such as `home` or `blog/a-post`; null for a name that no document has. */
export function fieldSchemaOf(name: string): FieldSchema | null {
  const [folder = "", slug] = name.split("/");
  const schemas: Readonly<Record<string, z.ZodType>> =
    slug === undefined ? dataSchemas : entrySchemas;
  if (!Object.hasOwn(schemas, folder)) return null;
  const found = known.get(folder);
  if (found !== undefined) return found;
  const made = z.toJSONSchema(schemas[folder] as z.ZodType, {
    unrepresentable: "any",
    io: "input",
  }) as FieldSchema;
  known.set(folder, made);
  return made;
}

const isNull = ({ type }: FieldSchema) => type === "null";

/** Tells whether null stands for a field that is not known. */
export const isNullable = ({ anyOf = [] }: FieldSchema): boolean => anyOf.some(isNull);

/** Returns the schema without its null, with the notes of both. */
export function present(schema: FieldSchema): FieldSchema {
  const inner = isNullable(schema) ? schema.anyOf?.find((one) => !isNull(one)) : undefined;
  if (inner === undefined) return schema;
  const { anyOf: _, ...notes } = schema;
  return { ...inner, ...notes };
}

/** Returns the one of several shapes that fits a value: by the fields that are constants, such as `detail: true`. */
function shapeFor(schema: FieldSchema, valueAt: (name: string) => unknown): FieldSchema {
  const shapes = schema.oneOf ?? [];
  const fits = shapes.find(({ properties = {} }) =>
    Object.entries(properties).every(
      ([name, field]) => field.const === undefined || field.const === valueAt(name),
    ),
  );
  return fits ?? shapes.at(-1) ?? schema;
}

/** Returns the fields of an object, in the order of forms. */
export function fieldsOfObject(
  schema: FieldSchema,
  valueAt: (name: string) => unknown,
): readonly (readonly [name: string, schema: FieldSchema, isRequired: boolean])[] {
  const { properties = {}, required = [] } = shapeFor(schema, valueAt);
  return Object.entries(properties).map(([name, field]) => [name, field, required.includes(name)]);
}

/** Returns the schema of the objects of a field that have names of their own, as the figures of claims.json have; otherwise null. */
export const recordItem = ({ additionalProperties }: FieldSchema): FieldSchema | null =>
  typeof additionalProperties === "object" ? additionalProperties : null;

/** Tells whether a field holds one value, as one control of a form shows it. */
export function isLeafSchema(schema: FieldSchema): boolean {
  if (schema.control === "markdown") return true;
  const { type, oneOf } = present(schema);
  return type !== "object" && type !== "array" && oneOf === undefined;
}
