const NUMBER = String.raw`(?<![\d.,/:-])\d[\d,.]*\d|(?<![\d.,/:-])\d`;
const COUNTED =
  "people|students?|pupils|wells?|projects?|associations?|residents|trainees|regions?|zones?|families|villages|schools|girls|boys|women|riders|volunteers|percent|per cent";
const MONEY = "euros?|dollars?|shillings?|cents?|USD|EUR|TZS";

/** A year in front of a counted thing: "in 2018 two schools". */
const NO_YEAR = String.raw`(?!(?:19|20)\d\d\b(?![,.+]?\d))`;

/** What looks like a claim in a text, each with an example. */
const LIKE_CLAIMS = [
  // 10,000 and 15+
  /(?<![\d,.])\d{1,3}(?:,\d{3})+\+?|(?<![\d.,])\d+\+/,
  // 85%
  new RegExp(`(?:${NUMBER}) ?%`),
  // $20, 10,800 euros, TZS 50000
  new RegExp(
    `[$€£] ?(?:${NUMBER})|(?:${NUMBER}) (?:${MONEY})\\b|\\b(?:USD|EUR|TZS) ?(?:${NUMBER})`,
  ),
  // 4 projects, 12 young riders
  new RegExp(`${NO_YEAR}(?:${NUMBER})(?: [a-z-]+){0,2} (?:${COUNTED})\\b`, "i"),
];

/** In a field that holds nothing but a figure. */
const FIGURE = [/\d[\d,.]*\+?/];

/** The first figure in a text that looks like a claim and is typed in; null when there is none. */
export function typedFigure(text: string, isFigure = false): string | null {
  const own = text.replaceAll(/\{\{claim:[^{}]*\}\}/g, "");
  for (const pattern of isFigure ? FIGURE : LIKE_CLAIMS) {
    const [found] = pattern.exec(own) ?? [];
    if (found !== undefined) return found;
  }
  return null;
}

/** The problem with a text that must have its figures from claims.json; null when it has. */
export function typedProblem(text: string, isFigure = false): string | null {
  const figure = typedFigure(text, isFigure);
  return (
    figure &&
    `has the figure "${figure}" typed in: add it to claims.json and write {{claim:its-key}} here`
  );
}
