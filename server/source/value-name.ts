import type { DataTag } from "../../shared/contract/data-tags.ts";

export interface ValueName {
  tag: DataTag;
  by: "list" | "slug" | "id";
  name: string;
}

/** Returns the cache key of a value: `news list`, `events slug forum`. */
export const cacheKey = ({ tag, by, name }: ValueName) => `${tag} ${by} ${name}`.trimEnd();
