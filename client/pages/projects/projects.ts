import { categories } from "virtual:content/project-categories";
import { entries, type ProjectSummary } from "virtual:content/projects";
import * as words from "../../../content/words/en/projects.json";
import { paths } from "../../../shared/paths.ts";

export type Status = ProjectSummary["status"];

/** The id of the filters: a change of filter scrolls there, so that its results are in sight. */
export const FILTERS = "filters";

/** The filter in the URL; null is All. */
export interface ProjectFilter {
  status: Status | null;
  /** An id of project-categories.json. */
  category: string | null;
}

/** Spec section 2: the texts of the status tabs. */
const { all, current, past } = words;
export const STATUS_LABELS = { all, current, past } satisfies Record<Status | "all", string>;

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

export function readFilter(search: URLSearchParams): ProjectFilter {
  const status = search.get("status");
  const category = search.get("category");
  return {
    status: status === "current" || status === "past" ? status : null,
    category: categories.some(({ id }) => id === category) ? category : null,
  };
}

/** The projects that match both filters. Those without all facts appear in the lists alone. */
export const filterProjects = ({ status, category }: ProjectFilter): readonly ProjectSummary[] =>
  entries.filter(
    (project) =>
      project.detail &&
      (status === null || project.status === status) &&
      (category === null || project.category === category),
  );

const tab = (text: string, filter: ProjectFilter, isCurrent: boolean) => ({
  text,
  href: `${paths.projects(filter)}#${FILTERS}`,
  isCurrent,
  count: filterProjects(filter).length,
});

export const statusTabs = ({ status, category }: ProjectFilter) =>
  ([null, "current", "past"] as const).map((value) =>
    tab(STATUS_LABELS[value ?? "all"], { status: value, category }, value === status),
  );

export const categoryChips = ({ status, category }: ProjectFilter) =>
  [{ id: null, name: words.allCategories }, ...categories].map(({ id, name }) =>
    tab(name, { status, category: id }, id === category),
  );

export const categoryName = (category: string): string =>
  categories.find(({ id }) => id === category)?.name ?? category;

/** "Current Projects, WASH & Health": the heading of the filtered list. */
export function filterTitle({ status, category }: ProjectFilter): string {
  const shown = STATUS_LABELS[status ?? "all"];
  return category === null ? shown : `${shown}, ${categoryName(category)}`;
}
