import versions from "./api-versions.json" with { type: "json" };
import kinds from "./problem-kinds.json" with { type: "json" };

/** Every version of `/bff`, newest first, for `/developers/changelog` and the OpenAPI document. A released entry is never edited. */
export const API_VERSIONS = versions as [ApiVersion, ...ApiVersion[]];
export type ApiVersion = (typeof versions)[number];

/** Every problem of `/bff` (RFC 9457), by its status: what happened, and what to do about it. */
export const PROBLEM_KINDS = kinds.map((kind) => ({
  ...kind,
  name: kind.title.toLowerCase().replaceAll(" ", "-"),
}));
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** Returns the kind of a status; null for a status without a problem. */
export const problemKindOf = (status: number): ProblemKind | null =>
  PROBLEM_KINDS.find((kind) => kind.status === status) ?? null;

/** Returns the URL of the page that explains a kind, relative to the site. */
export const problemPath = ({ name }: Pick<ProblemKind, "name">): string => `/problems/${name}`;
