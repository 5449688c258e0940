import type { Theme } from "../../shared/contract/social-card.ts";

/** The themes and their keywords, searched in title, tags and description; the first match wins. */
const WORDS: readonly [Theme, RegExp][] = [
  ["emergency", /\b(emergenc|flood|relief|disaster|first aid)/i],
  ["gender", /\b(girls?\b|gender|menstrual|women|sewing)/i],
  [
    "wash",
    /\b(water|wash\b|taps?\b|wells?\b|pump|toilet|latrine|sanitation|handwash|hygiene|health|clinic)/i,
  ],
  [
    "climate",
    /\b(climate|trees?\b|mangrove|seed|sorghum|solar|farm|nursery|environment|sustainab)/i,
  ],
  [
    "livelihoods",
    /\b(riders?\b|boda|bodaboda|loans?\b|licen[cs]e|savings|market|livelihood|econom|business|stove)/i,
  ],
  ["youth", /\b(youth|young|football|coach|school|education|pupil|class|reading|volunteer)/i],
];

/** The theme of the first text that matches one; `otherwise` when none does. */
export function themeOf(texts: readonly string[], otherwise: Theme): Theme {
  for (const text of texts) {
    const found = WORDS.find(([, words]) => words.test(text));
    if (found) return found[0];
  }
  return otherwise;
}
