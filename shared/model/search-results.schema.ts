import { z } from "zod";
import { SEARCH_KINDS } from "./search-kinds.ts";

const searchKind = z.enum(SEARCH_KINDS).meta({
  description:
    "page, project, story (of the blog), announcement, question (of the FAQ), download, news or event.",
  example: "project",
});

const piece = z
  .object({ text: z.string(), isMatch: z.boolean() })
  .meta({ id: "TextPiece", description: "Plain text; isMatch where a word of the query stands." });
export type TextPiece = z.infer<typeof piece>;

export const searchHit = z.object({
  kind: searchKind,
  path: z.string().meta({ description: "Its URL on this site.", example: "/our-work" }),
  title: z.array(piece).meta({ description: "Join the texts for the title." }),
  snippet: z.array(piece).meta({ description: "From its text, around the first matches." }),
  date: z.string().nullable().meta({
    description: "When it was published, or begins: ISO 8601.",
    example: "2026-06-15",
  }),
  language: z.string().nullable().meta({
    description: "The language of its text, where it is known.",
    example: "en",
  }),
});
export type SearchHit = z.infer<typeof searchHit>;

/** A page of search results. Types, `/bff` responses and the OpenAPI document derive from this schema. */
export const searchResults = z.object({
  items: z.array(searchHit).meta({ description: "Best first." }),
  total: z.int().nonnegative().meta({ description: "On all pages, of the kind asked for." }),
  page: z.int().positive(),
  pages: z.int().positive(),
  counts: z
    .array(z.object({ kind: searchKind, count: z.int().positive() }))
    .meta({ description: "How many of each kind there are, whatever kind was asked for." }),
  suggestion: z.string().nullable().meta({
    description: "Another spelling, where nothing has the words as they are.",
    example: "water tap",
  }),
  isPartial: z.boolean().meta({
    description: "True when nothing has all the words: these have some of them.",
  }),
});
export type SearchResults = z.infer<typeof searchResults>;
