import type * as z from "zod";
import type { CompiledEntry } from "./compile-entry.ts";
import { type ContentMistake, fieldPath } from "./content-mistake.ts";
import { pictureMistakes } from "./picture-checks.ts";
import { aboutSchema } from "./schemas/data/about.schema.ts";
import { homeSchema } from "./schemas/data/home.schema.ts";
import { projectCategoriesSchema } from "./schemas/data/lists.schema.ts";
import { gallerySchema } from "./schemas/data/media.schema.ts";
import { redirectsSchema } from "./schemas/data/navigation.schema.ts";
import { ourImpactSchema, ourWorkSchema } from "./schemas/data/our-work.schema.ts";
import { siteSchema } from "./schemas/data/site.schema.ts";
import type { DataFile } from "./schemas/data-schemas.ts";
import type { EntryFolder } from "./schemas/entry-schemas.ts";
import { isRecord, walkObjects } from "./walk-content.ts";

/** Everything that was read, each file valid by itself or left out. */
export interface ReadContent {
  contentDir: string;
  data: ReadonlyMap<string, unknown>;
  entries: Readonly<Record<EntryFolder, readonly CompiledEntry[]>>;
}

/** What no single file can know: names used twice, references that lead nowhere, facts that disagree. */
export function crossCheck(content: ReadContent): ContentMistake[] {
  const mistakes: ContentMistake[] = [];
  for (const [file, value] of content.data) {
    mistakes.push(...duplicates(value, file), ...pictureMistakes(value, file, content.contentDir));
  }
  for (const entries of Object.values(content.entries)) {
    mistakes.push(...duplicateIds(entries));
    for (const { fields, file } of entries) {
      mistakes.push(...pictureMistakes(fields, file, content.contentDir));
    }
  }
  mistakes.push(...unknownCategories(content), ...unknownProjects(content));
  mistakes.push(...disagreements(content), ...shadowedPages(content));
  return mistakes;
}

function read<Schema extends z.ZodType>(
  content: ReadContent,
  file: DataFile,
  schema: Schema,
): z.infer<Schema> | null {
  return schema.safeParse(content.data.get(file)).data ?? null;
}

/** Two items of one list must not share a name. */
function duplicates(value: unknown, file: string): ContentMistake[] {
  const mistakes: ContentMistake[] = [];
  walkObjects(value, (object, path) => {
    for (const [key, list] of Object.entries(object)) {
      if (!Array.isArray(list)) continue;
      for (const name of ["id", "slug", "value", "from"]) {
        const seen = new Set<string>();
        for (const [index, item] of list.entries()) {
          const id: unknown = isRecord(item) ? item[name] : undefined;
          if (typeof id !== "string") continue;
          const field = fieldPath([...path, key, index, name]);
          if (seen.has(id)) mistakes.push({ file, field, problem: `"${id}" is used twice` });
          seen.add(id);
        }
      }
    }
  });
  return mistakes;
}

function duplicateIds(entries: readonly CompiledEntry[]): ContentMistake[] {
  const seen = new Map<unknown, string>();
  const mistakes: ContentMistake[] = [];
  for (const { fields, file } of entries) {
    const { id } = fields;
    if (id === undefined) continue;
    const first = seen.get(id);
    if (first !== undefined) {
      const problem = `"${String(id)}" is already the id of ${first}`;
      mistakes.push({ file, field: "id", problem });
    }
    seen.set(id, file);
  }
  return mistakes;
}

function unknownCategories(content: ReadContent): ContentMistake[] {
  const mistakes: ContentMistake[] = [];
  const known =
    read(content, "project-categories.json", projectCategoriesSchema)?.categories.map(
      ({ id }) => id,
    ) ?? [];
  for (const { fields, file } of content.entries.projects) {
    if (known.some((id) => id === fields.category)) continue;
    const problem = `"${String(fields.category)}" is not an id of project-categories.json`;
    mistakes.push({ file, field: "category", problem });
  }
  const gallery = read(content, "gallery.json", gallerySchema);
  for (const [index, { category }] of (gallery?.items ?? []).entries()) {
    if (gallery?.categories.includes(category)) continue;
    const problem = `"${category}" is not one of the categories of the gallery`;
    mistakes.push({ file: "gallery.json", field: `items[${index}].category`, problem });
  }
  return mistakes;
}

function unknownProjects(content: ReadContent): ContentMistake[] {
  const known = new Set(content.entries.projects.map(({ slug }) => slug));
  return content.entries.programmes.flatMap(({ fields, file }) => {
    const slugs: unknown[] = Array.isArray(fields.projects) ? fields.projects : [];
    return slugs.flatMap((slug, index) => {
      if (typeof slug === "string" && known.has(slug)) return [];
      const problem = `"${String(slug)}" is not a file of projects/`;
      return [{ file, field: `projects[${index}]`, problem }];
    });
  });
}

/** A fact of site.json and the page that prints it must say the same. */
function disagreements(content: ReadContent): ContentMistake[] {
  const facts = read(content, "site.json", siteSchema)?.facts;
  const home = read(content, "home.json", homeSchema);
  const impact = read(content, "our-impact.json", ourImpactSchema);
  const about = read(content, "about.json", aboutSchema);
  const ourWork = read(content, "our-work.json", ourWorkSchema);
  if (!facts || !home || !impact || !about || !ourWork) return [];
  const tellsYear = (paragraphs: string[], year: number) =>
    paragraphs.join(" ").includes(String(year));
  const mistakes: ContentMistake[] = [];
  const expect = (holds: boolean, file: string, field: string, value: string | number) => {
    if (holds) return;
    mistakes.push({ file, field, problem: `must say ${value}, as the facts of site.json do` });
  };
  const { foundingYear, projectsCompleted } = facts;
  const stat = home.impact.stats.findIndex(({ id }) => id === "projects");
  const card = impact.cards.findIndex(({ id }) => id === "sustainability");
  const statSays = home.impact.stats[stat]?.value === projectsCompleted.home;
  const cardSays = impact.cards[card]?.figure === projectsCompleted.ourImpact;
  expect(statSays, "home.json", `impact.stats[${stat}].value`, projectsCompleted.home);
  expect(cardSays, "our-impact.json", `cards[${card}].figure`, projectsCompleted.ourImpact);
  const aboutSays = tellsYear(about.story.paragraphs, foundingYear.about);
  const ourWorkSays = tellsYear(ourWork.story.paragraphs, foundingYear.ourWork);
  expect(aboutSays, "about.json", "story.paragraphs", foundingYear.about);
  expect(ourWorkSays, "our-work.json", "story.paragraphs", foundingYear.ourWork);
  return mistakes;
}

/** A redirect would hide a page that has the same address. */
function shadowedPages(content: ReadContent): ContentMistake[] {
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
      const problem = `${from} is the address of a page`;
      return [{ file: "redirects.json", field: `redirects[${index}].from`, problem }];
    },
  );
}
