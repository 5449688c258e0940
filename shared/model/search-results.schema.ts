import { z } from "zod";
import { SEARCH_KINDS } from "./search-kinds.ts";

const searchKind = z.enum(SEARCH_KINDS).meta({
  description:
    "page, project, story (of the blog), announcement, question (of the FAQ), download, news or event.",
  example: "project",
});

const piece = z.object({ text: z.string(), isMatch: z.boolean() }).meta({
  id: "TextPiece",
  description: "A piece of plain text. isMatch is true for a word of the query.",
});
export type TextPiece = z.infer<typeof piece>;

export const searchHit = z.object({
  kind: searchKind,
  path: z.string().meta({ description: "The path on this site.", example: "/our-work" }),
  title: z.array(piece).meta({ description: "The title, in pieces. Join their texts." }),
  snippet: z.array(piece).meta({ description: "An excerpt around the first matches." }),
  date: z.string().nullable().meta({
    description: "The date of publication, or the start of an event, in ISO 8601.",
    example: "2026-06-15",
  }),
  language: z.string().nullable().meta({
    description: "The language of the text; null when unknown.",
    example: "en",
  }),
});
export type SearchHit = z.infer<typeof searchHit>;

/** A page of search results. Types, `/bff` responses and the OpenAPI document derive from this schema. */
export const searchResults = z.object({
  items: z.array(searchHit).meta({ description: "The results, best first." }),
  total: z
    .int()
    .nonnegative()
    .meta({ description: "The number of results of the requested kind on all pages." }),
  page: z.int().positive(),
  pages: z.int().positive(),
  counts: z
    .array(z.object({ kind: searchKind, count: z.int().positive() }))
    .meta({ description: "The number of results of each kind, whatever kind was requested." }),
  suggestion: z.string().nullable().meta({
    description: "Another spelling, when nothing matches the query as typed.",
    example: "water tap",
  }),
  isPartial: z.boolean().meta({
    description:
      "True when no result has all the words, so that the results have only some of them.",
  }),
});
export type SearchResults = z.infer<typeof searchResults>;
