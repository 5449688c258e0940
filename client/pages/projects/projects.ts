import { categories } from "virtual:content/project-categories";
import { entries, type Summary as ProjectSummary } from "virtual:content/projects";
import * as words from "../../../content/words/en/projects.json";

export type Status = ProjectSummary["status"];

/** The texts of the status tabs (spec section 2). */
export const STATUS_LABELS: Readonly<Record<Status | "all", string>> = words.statuses;

/** Returns every project of a status, with or without all facts. */
export const projectsWith = (status: Status) =>
  entries.filter((project) => project.status === status);

export const categoryName = (category: string): string =>
  categories.find(({ id }) => id === category)?.name ?? category;
