import { type ContentValidationError, fieldPath } from "./content-error.ts";

/** A field or entry whose content is not final. */
export interface Placeholder {
  file: string;
  /** Path of the entry inside the file; null when it is the whole file. */
  entry: string | null;
  /** Null when the whole entry is a placeholder. */
  field: string | null;
}

export type Path = readonly PropertyKey[];

/** Calls `visit` with every object inside a value, the value itself first. */
export function walkObjects(
  value: unknown,
  visit: (object: Readonly<Record<string, unknown>>, path: Path) => void,
  path: Path = [],
): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walkObjects(item, visit, [...path, index]);
  } else if (isRecord(value)) {
    visit(value, path);
    for (const [key, item] of Object.entries(value)) walkObjects(item, visit, [...path, key]);
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The placeholders of a file; those that name a missing field are validation errors. */
export function findPlaceholders(
  value: unknown,
  file: string,
): { placeholders: Placeholder[]; validationErrors: ContentValidationError[] } {
  const placeholders: Placeholder[] = [];
  const validationErrors: ContentValidationError[] = [];
  walkObjects(value, (object, path) => {
    const mark = object.placeholder;
    const entry = entryName(object, path);
    const isWhole = mark === true || object.status === "placeholder";
    if (isWhole) placeholders.push({ file, entry, field: null });
    if (!Array.isArray(mark)) return;
    for (const name of mark) {
      const field = String(name);
      if (field === "body" || Object.hasOwn(object, field)) {
        placeholders.push({ file, entry, field });
      } else {
        const problem = `names "${field}", which is not a field of this entry`;
        validationErrors.push({ file, field: fieldPath([...path, "placeholder"]), problem });
      }
    }
  });
  return { placeholders, validationErrors };
}

function entryName(object: Readonly<Record<string, unknown>>, path: Path): string | null {
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
