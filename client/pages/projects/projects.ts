import { categories } from "virtual:content/project-categories";
import { entries, type ProjectSummary } from "virtual:content/projects";
import * as words from "../../../content/words/en/projects.json";

export type Status = ProjectSummary["status"];

/** Spec section 2: the texts of the status tabs. */
export const STATUS_LABELS = {
  all: words.all,
  current: words.current,
  past: words.past,
} as const satisfies Record<Status | "all", string>;

/** The call to action below a list of projects. */
export const ENDING = {
  title: words.ending.title,
  text: words.ending.text,
  actions: [
    { text: words.ending.donate, link: "/donate" },
    { text: words.ending.getInvolved, link: "/get-involved" },
  ],
} as const;

/** Every project of a status, with all facts or not. */
export const projectsWith = (status: Status) =>
  entries.filter((project) => project.status === status);

export const categoryName = (category: string): string =>
  categories.find(({ id }) => id === category)?.name ?? category;
