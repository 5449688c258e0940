import { entries, type ProjectSummary } from "virtual:content/projects";
import { categories } from "../../../content/project-categories.json";
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
export const STATUS_LABELS = {
  all: words.all,
  current: words.current,
  past: words.past,
} as const satisfies Record<Status | "all", string>;

/** The projects with all facts, shown as cards. The others appear in the lists alone. */
const cards = entries.filter((project) => project.detail);

/** Every project of a status, with all facts or not. */
export const projectsWith = (status: Status) =>
  entries.filter((project) => project.status === status);

/** Reads the filter from the URL. An unknown value is All. */
export function readFilter(search: URLSearchParams): ProjectFilter {
  const status = search.get("status");
  const category = search.get("category");
  return {
    status: status === "current" || status === "past" ? status : null,
    category: categories.some(({ id }) => id === category) ? category : null,
  };
}

/** The cards that match both filters. */
export function filterProjects({ status, category }: ProjectFilter): readonly ProjectSummary[] {
  return cards.filter(
    (project) =>
      (status === null || project.status === status) &&
      (category === null || project.category === category),
  );
}

/** The status tabs; each count respects the current category. */
export function statusTabs({ status, category }: ProjectFilter) {
  return ([null, "current", "past"] as const).map((value) => ({
    text: STATUS_LABELS[value ?? "all"],
    href: `${paths.projects({ status: value, category })}#${FILTERS}`,
    isCurrent: value === status,
    count: filterProjects({ status: value, category }).length,
  }));
}

/** The category chips; each count respects the current status. */
export function categoryChips({ status, category }: ProjectFilter) {
  return [{ id: null, name: words.allCategories }, ...categories].map(({ id, name }) => ({
    text: name,
    href: `${paths.projects({ status, category: id })}#${FILTERS}`,
    isCurrent: id === category,
    count: filterProjects({ status, category: id }).length,
  }));
}

export function categoryName(category: string): string {
  return categories.find(({ id }) => id === category)?.name ?? category;
}

/** "Current Projects, WASH & Health": the heading of the filtered list. */
export function filterTitle({ status, category }: ProjectFilter): string {
  const shown = STATUS_LABELS[status ?? "all"];
  return category === null ? shown : `${shown}, ${categoryName(category)}`;
}
