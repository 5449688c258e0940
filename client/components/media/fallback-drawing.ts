/** The subjects of the drawings and their keywords. The first match wins. */
const SUBJECTS = [
  ["emergency", /emergenc|relief|flood|drought|disaster|cyclone|resilience building/],
  ["wash", /wash\b|water|sanitation|hygiene|handwashing|toilet|latrine|\btaps?\b|\bwells?\b|pump/],
  ["youth", /football|sport|coach/],
  ["gender", /gender|women|woman|girls?\b|menstrua|sewing/],
  ["health", /health|clinic|medic|nurs|malaria|vaccin|first aid|helmet|road safety/],
  ["education", /educat|school|pupil|teach|class|reading|book|librar|literacy|science/],
  ["youth", /youth|young|child|rider|boda/],
  ["environment", /environment|climate|tree|forest|mangrove|solar|stove|garden|clean-up|coast/],
  [
    "livelihoods",
    /livelihood|econom|saving|income|market|business|farm|trade|skill|loan|tailor|kilimo/,
  ],
  ["community", /communit|volunteer|village|neighbour|partner|meeting|open day|forum/],
] as const;

const VARIANTS = 4;

/** Returns the drawing for an item without a picture. The topics, most specific first, choose the subject; the id chooses the variant. */
export function fallbackDrawing(id: string, topics: readonly string[]): string {
  const [subject] = topics
    .map((topic) => SUBJECTS.find(([, pattern]) => pattern.test(topic.toLowerCase())))
    .find(Boolean) ?? ["general"];
  let sum = 0;
  for (const letter of id) sum += letter.charCodeAt(0);
  return `images/fallback/${subject}-${(sum % VARIANTS) + 1}.svg`;
}
