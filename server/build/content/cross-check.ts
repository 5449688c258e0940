import type * as z from "zod";
import type { CompiledEntry } from "./compile-entry.ts";
import { type ContentValidationError, fieldPath } from "./content-error.ts";
import { pictureErrors } from "./picture-checks.ts";
import type { DataFile } from "./schemas/data-schemas.ts";
import type { EntryFolder } from "./schemas/entries.schema.ts";
import { givingSchema } from "./schemas/giving.schema.ts";
import { gallerySchema, projectCategoriesSchema, redirectsSchema } from "./schemas/site.schema.ts";
import { isRecord, walkObjects } from "./walk-content.ts";

/** All files that are valid by themselves. */
export interface ReadContent {
  contentDir: string;
  data: ReadonlyMap<string, unknown>;
  entries: Readonly<Record<EntryFolder, readonly CompiledEntry[]>>;
}

/** Checks across files: duplicate names, broken references. */
export function crossCheck(content: ReadContent): ContentValidationError[] {
  const validationErrors: ContentValidationError[] = [];
  for (const [file, value] of content.data) {
    validationErrors.push(
      ...duplicates(value, file),
      ...pictureErrors(value, file, content.contentDir),
    );
  }
  for (const entries of Object.values(content.entries)) {
    validationErrors.push(...duplicateIds(entries));
    for (const { fields, file } of entries) {
      validationErrors.push(...pictureErrors(fields, file, content.contentDir));
    }
  }
  validationErrors.push(
    ...unknownCategories(content),
    ...unknownProjects(content),
    ...shadowedPages(content),
  );
  return validationErrors;
}

function read<Schema extends z.ZodType>(
  content: ReadContent,
  file: DataFile,
  schema: Schema,
): z.infer<Schema> | null {
  return schema.safeParse(content.data.get(file)).data ?? null;
}

/** Items of a list with the same name. */
function duplicates(value: unknown, file: string): ContentValidationError[] {
  const validationErrors: ContentValidationError[] = [];
  walkObjects(value, (object, path) => {
    for (const [key, list] of Object.entries(object)) {
      if (!Array.isArray(list)) continue;
      for (const name of ["id", "slug", "value", "from"]) {
        const seen = new Set<string>();
        for (const [index, item] of list.entries()) {
          const id: unknown = isRecord(item) ? item[name] : undefined;
          if (typeof id !== "string") continue;
          const field = fieldPath([...path, key, index, name]);
          if (seen.has(id))
            validationErrors.push({ file, field, problem: `"${id}" is used twice` });
          seen.add(id);
        }
      }
    }
  });
  return validationErrors;
}

function duplicateIds(entries: readonly CompiledEntry[]): ContentValidationError[] {
  const seen = new Map<unknown, string>();
  const validationErrors: ContentValidationError[] = [];
  for (const { fields, file } of entries) {
    const { id } = fields;
    if (id === undefined) continue;
    const first = seen.get(id);
    if (first !== undefined) {
      const problem = `"${String(id)}" is already the id of ${first}`;
      validationErrors.push({ file, field: "id", problem });
    }
    seen.set(id, file);
  }
  return validationErrors;
}

function unknownCategories(content: ReadContent): ContentValidationError[] {
  const validationErrors: ContentValidationError[] = [];
  const known =
    read(content, "project-categories.json", projectCategoriesSchema)?.categories.map(
      ({ id }) => id,
    ) ?? [];
  for (const { fields, file } of content.entries.projects) {
    if (known.some((id) => id === fields.category)) continue;
    const problem = `"${String(fields.category)}" is not an id of project-categories.json`;
    validationErrors.push({ file, field: "category", problem });
  }
  const gallery = read(content, "gallery.json", gallerySchema);
  for (const [index, { category }] of (gallery?.items ?? []).entries()) {
    if (gallery?.categories.includes(category)) continue;
    const problem = `"${category}" is not one of the categories of the gallery`;
    validationErrors.push({ file: "gallery.json", field: `items[${index}].category`, problem });
  }
  return validationErrors;
}

function unknownProjects(content: ReadContent): ContentValidationError[] {
  const known = new Set(content.entries.projects.map(({ slug }) => slug));
  const purposes = read(content, "giving.json", givingSchema)?.purposes ?? [];
  const ofGifts = purposes.flatMap(({ value }, index) => {
    if (value === "most-needed" || known.has(value)) return [];
    const problem = `"${value}" is neither "most-needed" nor a file of projects/`;
    return [{ file: "giving.json", field: `purposes[${index}].value`, problem }];
  });
  const ofProgrammes = content.entries.programmes.flatMap(({ fields, file }) => {
    const slugs: unknown[] = Array.isArray(fields.projects) ? fields.projects : [];
    return slugs.flatMap((slug, index) => {
      if (typeof slug === "string" && known.has(slug)) return [];
      const problem = `"${String(slug)}" is not a file of projects/`;
      return [{ file, field: `projects[${index}]`, problem }];
    });
  });
  return [...ofGifts, ...ofProgrammes];
}

/** Redirects that hide a page with the same path. */
function shadowedPages(content: ReadContent): ContentValidationError[] {
  const folders = [
    ["blog", "/blog/"],
    ["announcements", "/news-events/announcements/"],
    ["programmes", "/our-work/"],
    ["pages", "/"],
  ] as const;
  const pages = new Set(
    folders.flatMap(([folder, root]) => content.entries[folder].map(({ slug }) => root + slug)),
  );
  for (const { fields, slug } of content.entries.projects) {
    pages.add(`/projects/${String(fields.status)}/${slug}`);
  }
  return (read(content, "redirects.json", redirectsSchema)?.redirects ?? []).flatMap(
    ({ from }, index) => {
      if (!pages.has(from)) return [];
      const problem = `${from} is the path of a page`;
      return [{ file: "redirects.json", field: `redirects[${index}].from`, problem }];
    },
  );
}
