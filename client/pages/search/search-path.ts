import { prefix } from "../../../content/words/en/language.json";

interface Query {
  q: string;
  /** Null is all. */
  kind?: string | null;
  /** 1 unless given. */
  page?: number;
}

/** The URL of what is found. */
export function searchPath({ q, kind = null, page = 1 }: Query): string {
  const query = new URLSearchParams({ q });
  if (kind !== null) query.set("kind", kind);
  if (page > 1) query.set("page", String(page));
  return `${prefix}/search?${query}`;
}
