/** The subjects of the drawings and their keywords; the first match wins. */
const SUBJECTS = [
  ["emergency", /emergenc|relief|flood|drought|disaster|cyclone|resilience building/],
  ["wash", /wash\b|water|sanitation|hygiene|handwashing|toilet|latrine|\btaps?\b|\bwells?\b|pump/],
  ["gender", /gender|women|woman|girls?\b|menstrua|sewing/],
  ["health", /health|clinic|medic|nurs|malaria|vaccin|first aid|helmet|road safety/],
  ["education", /educat|school|pupil|teach|class|reading|book|librar|literacy|science/],
  ["youth", /youth|young|football|sport|coach|child|rider|boda/],
  ["environment", /environment|climate|tree|forest|mangrove|solar|stove|garden|clean-up|coast/],
  [
    "livelihoods",
    /livelihood|econom|saving|income|market|business|farm|trade|skill|loan|tailor|kilimo/,
  ],
  ["community", /communit|volunteer|village|neighbour|partner|meeting|open day|forum/],
] as const;

/**
 * The drawing for an item without a picture, chosen by its keywords: categories first, then tags
 * and title. Deterministic.
 */
export function fallbackDrawing(kind: "news" | "event", words: readonly string[]): string {
  for (const word of words) {
    const text = word.toLowerCase();
    const subject = SUBJECTS.find(([, pattern]) => pattern.test(text));
    if (subject) return `images/fallback/${kind}-${subject[0]}.svg`;
  }
  return `images/fallback/${kind}.svg`;
}
