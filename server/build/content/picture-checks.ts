import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ContentValidationError, fieldPath } from "./content-error.ts";
import { walkObjects } from "./walk-content.ts";

type Fields = Readonly<Record<string, unknown>>;

const FEWEST_WORDS = 3;
/** Fields that are shown next to the picture anyway. */
const TITLES = ["title", "name", "caption", "listTitle"] as const;

const isPicture = (value: unknown): value is string =>
  typeof value === "string" && value.startsWith("images/");

/** The alternative text of the picture in field `key`: `imageAlt`, `featured_image_alt`, or `alt`. */
function altOf(fields: Fields, key: string): { field: string; alt: string } {
  const field = [`${key}Alt`, `${key}_alt`, "alt"].find((name) => Object.hasOwn(fields, name));
  const alt = field === undefined ? undefined : fields[field];
  return { field: field ?? `${key}Alt`, alt: typeof alt === "string" ? alt.trim() : "" };
}

/** The problem of an alternative text; null when it is good. */
function altProblem(alt: string, fields: Fields): string | null {
  if (alt === "") return "is missing: it must describe the picture";
  if (alt.split(/\s+/).length < FEWEST_WORDS) {
    return `must describe the picture in at least ${FEWEST_WORDS} words`;
  }
  const same = TITLES.find((name) => {
    const title = fields[name];
    return typeof title === "string" && title.trim().toLowerCase() === alt.toLowerCase();
  });
  return same === undefined ? null : `repeats "${same}": it must describe the picture`;
}

/** Missing pictures, and pictures without a good alternative text. */
export function pictureErrors(
  value: unknown,
  file: string,
  contentDir: string,
): ContentValidationError[] {
  const validationErrors: ContentValidationError[] = [];
  walkObjects(value, (fields, path) => {
    for (const [key, item] of Object.entries(fields)) {
      if (!isPicture(item)) continue;
      if (!existsSync(join(contentDir, item))) {
        validationErrors.push({
          file,
          field: fieldPath([...path, key]),
          problem: `${item} does not exist`,
        });
      }
      const { field, alt } = altOf(fields, key);
      const problem = altProblem(alt, fields);
      if (problem !== null)
        validationErrors.push({ file, field: fieldPath([...path, field]), problem });
    }
  });
  return validationErrors;
}
