import { fieldPath, type Report } from "./errors.ts";

export type Path = readonly PropertyKey[];
export type Fields = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Every value inside a value with its path, the value itself first. */
export function* partsOf(value: unknown, path: Path = []): Generator<[part: unknown, path: Path]> {
  yield [value, path];
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* partsOf(item, [...path, index]);
  else if (isRecord(value))
    for (const [key, item] of Object.entries(value)) yield* partsOf(item, [...path, key]);
}

/** Every object inside a value. */
export function* objectsIn(value: unknown): Generator<[object: Fields, path: Path]> {
  for (const [part, path] of partsOf(value)) if (isRecord(part)) yield [part, path];
}

/** A field or entry whose content is not final. */
export interface Placeholder {
  file: string;
  /** Path of the entry inside the file; null when it is the whole file. */
  entry: string | null;
  /** Null when the whole entry is a placeholder. */
  field: string | null;
}

/** The placeholders of a file; one that names a missing field is an error. */
export function findPlaceholders(value: unknown, file: string, report: Report): Placeholder[] {
  const found: Placeholder[] = [];
  for (const [object, path] of objectsIn(value)) {
    const mark = object.placeholder;
    const entry = entryName(object, path);
    if (mark === true || object.status === "placeholder") found.push({ file, entry, field: null });
    if (!Array.isArray(mark)) continue;
    for (const field of mark.map(String)) {
      if (field === "body" || Object.hasOwn(object, field)) found.push({ file, entry, field });
      else {
        const problem = `names "${field}", which is not a field of this entry`;
        report(fieldPath([...path, "placeholder"]), problem);
      }
    }
  }
  return found;
}

function entryName(object: Fields, path: Path): string | null {
  if (path.length === 0) return null;
  const isListItem = typeof path.at(-1) === "number";
  const name = isListItem && typeof object.id === "string" ? ` (${object.id})` : "";
  return fieldPath(path) + name;
}

/** A copy of the value without `placeholder` and `editorNote`. */
export function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "placeholder" && key !== "editorNote")
      .map(([key, item]) => [key, withoutMarks(item)]),
  );
}
