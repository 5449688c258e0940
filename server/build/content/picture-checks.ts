import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ContentMistake, fieldPath } from "./content-mistake.ts";
import { walkObjects } from "./walk-content.ts";

type Fields = Readonly<Record<string, unknown>>;

const FEWEST_WORDS = 3;
/** Fields whose words stand beside the picture anyway. */
const TITLES = ["title", "name", "caption", "listTitle"] as const;

const isPicture = (value: unknown): value is string =>
  typeof value === "string" && value.startsWith("images/");

/** The words for the picture in field `key`: `imageAlt`, `featured_image_alt`, or plain `alt`. */
function altOf(fields: Fields, key: string): { field: string; words: string } {
  const field = [`${key}Alt`, `${key}_alt`, "alt"].find((name) => Object.hasOwn(fields, name));
  const words = field === undefined ? undefined : fields[field];
  return { field: field ?? `${key}Alt`, words: typeof words === "string" ? words.trim() : "" };
}

/** What is wrong with the words for a picture; null when they will do. */
function flawOf(words: string, fields: Fields): string | null {
  if (words === "") return "is missing: it must say what the picture shows";
  if (words.split(/\s+/).length < FEWEST_WORDS) {
    return `must say what the picture shows in at least ${FEWEST_WORDS} words`;
  }
  const same = TITLES.find((name) => {
    const title = fields[name];
    return typeof title === "string" && title.trim().toLowerCase() === words.toLowerCase();
  });
  return same === undefined ? null : `repeats "${same}": it must say what the picture shows`;
}

/** Pictures that are not there, and pictures without words of their own for those who cannot see them. */
export function pictureMistakes(
  value: unknown,
  file: string,
  contentDir: string,
): ContentMistake[] {
  const mistakes: ContentMistake[] = [];
  walkObjects(value, (fields, path) => {
    for (const [key, item] of Object.entries(fields)) {
      if (!isPicture(item)) continue;
      if (!existsSync(join(contentDir, item))) {
        mistakes.push({ file, field: fieldPath([...path, key]), problem: `${item} is not there` });
      }
      const { field, words } = altOf(fields, key);
      const problem = flawOf(words, fields);
      if (problem !== null) mistakes.push({ file, field: fieldPath([...path, field]), problem });
    }
  });
  return mistakes;
}
