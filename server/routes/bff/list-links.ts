/** The same query with another cursor, or without one. */
function withCursor(url: string, cursor: string | null): string {
  const [path = "", search = ""] = url.split("?", 2);
  const query = new URLSearchParams(search);
  query.delete("cursor");
  if (cursor !== null) query.set("cursor", cursor);
  return query.size > 0 ? `${path}?${query}` : path;
}

export interface ListLinks {
  self: string;
  next: string | null;
  prev: string | null;
  first: string;
}

/** The next, the previous and the first page of a list. */
export function listLinks(
  url: string,
  { next, prev }: { next: string | null; prev: string | null },
): ListLinks {
  return {
    self: url,
    next: next === null ? null : withCursor(url, next),
    prev: prev === null ? null : withCursor(url, prev),
    first: withCursor(url, null),
  };
}

/** The links as a `Link` header (RFC 8288), without the page itself. */
export function linkHeader({ next, prev, first }: ListLinks): string {
  return Object.entries({ next, prev, first })
    .filter(([, target]) => target !== null)
    .map(([relation, target]) => `<${target}>; rel="${relation}"`)
    .join(", ");
}
