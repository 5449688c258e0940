import en from "../../../content/words/en/desk-rules.json" with { type: "json" };
import sw from "../../../content/words/sw/desk-rules.json" with { type: "json" };
import { figureTypedIn } from "../../../shared/content/fields.schema.ts";
import { fill } from "../../../shared/fill.ts";
import type { Language } from "../../../shared/languages.ts";
import type { FieldSchema } from "../../content/field-schema.ts";
import { differingFacts } from "../../content/translations.ts";

const WORDS = { en, sw };

type Rule = keyof typeof en;

/** The rules by the sentences with which the check of the content names a mistake. A group is the value that the rule names. */
const RULES: readonly (readonly [sentence: RegExp, rule: Rule])[] = [
  [/^(?:must not be empty|is missing)$/, "empty"],
  [/^must begin with \+/, "phone"],
  [/^no page has the address (\S+)/, "noPage"],
  [/^must be a date/, "date"],
  [/^"(.*)" is used twice/, "twice"],
  [/^"(.*)" is already the id/, "twice"],
  [/^must describe the picture/, "alt"],
  [/^repeats "/, "altRepeats"],
  [/^must begin with https/, "web"],
  [/mail address$/, "email"],
  [/^must be a path of this site/, "path"],
  [/^must be an SVG, JPEG or PNG/, "picture"],
  [/does not exist$/, "pictureGone"],
  [/^is a name:/, "person"],
  [/^must be given, or be null/, "nameless"],
  [/^must warn visitors/, "warning"],
  [/^HTML is not allowed/, "html"],
  [/headings start at ##|a heading level is skipped/, "heading"],
  [/^pictures belong in/, "pictureInText"],
  [/^link "(.*)" is not allowed/, "linkInText"],
  [/^expected (?:number|int)/, "number"],
  [/expected array to have >=(\d+)/, "fewest"],
  [/expected array to have <=(\d+)/, "most"],
  [/^"(.*)" is not a key of claims\.json/, "claim"],
  [/^links to "(.*)", but the figure here is "(.*)"/, "otherClaim"],
  [/is not (?:an id|a slug|a file|one of|"most-needed")|^expected one of/, "choice"],
  [/^(\S+) is the path of a page/, "redirectsPage"],
  [/lower-case words joined by hyphens/, "slug"],
  [/^must be letters, digits/, "claimValue"],
  [/^must be an embed URL/, "map"],
  [/^must be after/, "until"],
];

/** Says a mistake as a person would, in the language of the desk. A mistake without a rule keeps its sentence. */
export function ruleText(problem: string, language: Language): string {
  for (const [sentence, rule] of RULES) {
    const [found, value = "", other = ""] = sentence.exec(problem) ?? [];
    if (found !== undefined) return fill(WORDS[language][rule], { value, other });
  }
  return problem;
}

/** Returns advice about the texts of a field: a figure that is typed in, and facts that only one language has. */
export function adviceFor(
  schema: FieldSchema,
  { en: english = "", sw: own = "" }: { en?: string | undefined; sw?: string | undefined },
  language: Language,
): string[] {
  const words = WORDS[language];
  const advice: string[] = [];
  const figure = figureTypedIn(schema, english) ?? figureTypedIn(schema, own);
  if (figure !== undefined) advice.push(fill(words.typedFigure, { value: figure }));
  if (english === "" || own === "") return advice;
  const { inEnglish, inOwn } = differingFacts(english, own);
  const parts = [
    inEnglish === "" ? "" : fill(words.onlyEnglish, { value: inEnglish }),
    inOwn === "" ? "" : fill(words.onlyKiswahili, { value: inOwn }),
  ].filter(Boolean);
  if (parts.length > 0) advice.push(fill(words.differs, { value: parts.join(", ") }));
  return advice;
}
