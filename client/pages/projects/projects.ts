import * as words from "../../../content/words/en/projects.json";
import type { Documents, EntrySummary } from "../../../shared/content/documents.ts";

type Project = EntrySummary<"projects">;
export type Status = Project["status"];

/** The texts of the status tabs (spec section 2). */
export const STATUS_LABELS: Readonly<Record<Status | "all", string>> = words.statuses;

/** Returns every project of a status, with or without all facts. */
export const projectsWith = (projects: readonly Project[], status: Status) =>
  projects.filter((project) => project.status === status);

type Categories = Documents["project-categories"]["categories"];

export const categoryName = (categories: Categories, category: string): string =>
  categories.find(({ id }) => id === category)?.name ?? category;
