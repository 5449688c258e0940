import { createHash } from "node:crypto";
import { z } from "zod";
import type { DataTag } from "../../../shared/contract/site-data.ts";
import { type SafeHtml, safeHtml } from "../../../shared/model/item-fields.schema.ts";
import { inSlices } from "../../upstream/content-api/read-responses.ts";
import { sanitiseHtml } from "../../upstream/html/sanitise-html.ts";

/** One kind of cached value, and how it is read when it comes from outside this process. */
export interface CachedKind<T> {
  /** What a change invalidates. */
  tag: DataTag;
  /** Prefix of its keys in the store. */
  name: string;
  form: "list" | "item";
  /** A digest of the schema. An entry written under another one is fetched again, and served until then. */
  shape: string;
  /** A value of the store; null when it has another shape, or is not the one the key names. */
  read(key: string, value: unknown): { value: T } | null;
  /** Sanitises its HTML again, in slices. */
  sanitise(value: T, options: { baseUrl: string }): Promise<T>;
}

/** An item under a key such as `slug:clean-water-day`. */
interface Keyed {
  id: string;
  slug: string;
}
type ItemSchema<Item> = z.ZodObject & z.ZodType<Item>;

/** The kinds of one sort of items: their list, and single ones; null is "there is no such item". */
export function cachedKinds<Item extends Keyed>(
  names: { list: DataTag; item: string },
  schema: ItemSchema<Item>,
): { list: CachedKind<Item[]>; item: CachedKind<Item | null> } {
  const shape = digestOf(schema);
  const stored = storedSchema(schema);
  const fields = htmlFieldsOf(schema);
  return {
    list: {
      tag: names.list,
      name: names.list,
      form: "list",
      shape,
      read: (_key, value) => parsed(stored.array(), value),
      sanitise: (items, { baseUrl }) =>
        inSlices(sanitiseSteps(items, (item) => sanitiseItem(item, fields, baseUrl))),
    },
    item: {
      tag: names.list,
      name: names.item,
      form: "item",
      shape,
      read: (key, value) => {
        const result = parsed(stored.nullable(), value);
        return result && isNamedBy(key, result.value) ? result : null;
      },
      sanitise: async (item, { baseUrl }) => item && sanitiseItem(item, fields, baseUrl),
    },
  };
}

function parsed<T>(schema: z.ZodType<T>, value: unknown): { value: T } | null {
  const { success, data } = schema.safeParse(value);
  return success ? { value: data } : null;
}

/** Fields that the release which wrote the entry did not have yet are null or an empty list. */
function storedSchema<Item>({ shape }: ItemSchema<Item>): z.ZodType<Item> {
  const fields = Object.entries(shape).map(([name, field]) => {
    if (field instanceof z.ZodNullable) return [name, field.default(null)];
    return [name, field instanceof z.ZodArray ? field.default([]) : field];
  });
  // The same fields as before, of the same types.
  return z.object(Object.fromEntries(fields)) as unknown as z.ZodType<Item>;
}

/** Words for readers of the document do not count. */
function digestOf(schema: z.ZodType): string {
  const document = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      delete jsonSchema.description;
      delete jsonSchema.example;
    },
  });
  return createHash("sha256").update(JSON.stringify(document)).digest("base64url").slice(0, 12);
}

function htmlFieldsOf({ shape }: z.ZodObject): string[] {
  return Object.keys(shape).filter((name) => shape[name] === safeHtml);
}

function isNamedBy(key: string, item: Keyed | null): boolean {
  if (item === null) return true;
  const [field, ...rest] = key.split(":");
  const name = rest.join(":").normalize();
  return (field === "id" ? item.id : item.slug).normalize() === name;
}

function sanitiseItem<Item>(item: Item, fields: readonly string[], baseUrl: string): Item {
  const html = fields.map((name): [string, SafeHtml | null] => {
    const dirty: unknown = Reflect.get(Object(item), name);
    return [name, typeof dirty === "string" ? sanitiseHtml(dirty, { baseUrl }) || null : null];
  });
  return { ...item, ...Object.fromEntries(html) };
}

function* sanitiseSteps<Item>(
  items: readonly Item[],
  sanitise: (item: Item) => Item,
): Generator<void, Item[]> {
  const clean: Item[] = [];
  for (const item of items) {
    yield;
    clean.push(sanitise(item));
  }
  return clean;
}
