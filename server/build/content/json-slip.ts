/** Where a text stops being JSON, and what to do, for somebody who writes it by hand. */
export interface JsonSlip {
  /** From 1. */
  line: number;
  hint: string;
}

interface Token {
  text: string;
  line: number;
  /** Of its line. */
  indent: number;
  isFirstOfLine: boolean;
  /** Directly behind the one before. */
  isClose: boolean;
}

const TOKEN = /(\s*)("(?:\\.|[^"\\\n])*"|[{}[\],:]|[^\s{}[\],:"]+|")/gy;
const LITERAL = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?)$/i;
const CLOSES: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

function tokensOf(text: string): Token[] {
  let line = 1;
  let indent = 0;
  return [...text.matchAll(TOKEN)].map(([, space = "", token = ""]) => {
    const lines = space.split("\n");
    line += lines.length - 1;
    if (lines.length > 1) indent = lines.at(-1)?.length ?? 0;
    const isClose = space === "";
    return { text: token, line, indent, isFirstOfLine: lines.length > 1, isClose };
  });
}

/** What may stand at a token. */
type Expected = "key" | "colon" | "value" | "comma";

interface Place {
  token: Token;
  before: Token | undefined;
  /** The bracket around it. */
  inner: Token | undefined;
  expected: Expected;
}

/** The first slip of a text that is no JSON; null when it is none of those that we know. */
export function jsonSlip(text: string): JsonSlip | null {
  const open: Token[] = [];
  let expected: Expected = "value";
  let before: Token | undefined;
  // A line that is indented as those outside a bracket tells where that should have been closed.
  let unclosed: JsonSlip | null = null;
  const notClosed = ({ text, line }: Token): JsonSlip => ({
    line: before?.line ?? line,
    hint: `the ${text} of line ${line} is not closed: a ${CLOSES[text]} is missing`,
  });
  for (const token of tokensOf(text)) {
    const inner = open.at(-1);
    const isClosing = token.text === "}" || token.text === "]";
    const isOutside = inner && token.isFirstOfLine && token.indent <= inner.indent;
    if (isOutside && !isClosing) unclosed ??= notClosed(inner);
    if (inner && isUnclosed(token, inner, expected)) return unclosed ?? notClosed(inner);
    const place = { token, before, inner, expected };
    const hint = textProblem(token.text) ?? (isClosing ? closingProblem(place) : problem(place));
    if (hint !== null && expected === "comma" && unclosed) return unclosed;
    if (hint !== null) {
      const isBefore = hint === COMMA_MISSING || hint === COMMA_TOO_MANY;
      return { line: (isBefore ? before?.line : undefined) ?? token.line, hint };
    }
    if (isClosing) open.pop();
    if (token.text in CLOSES) open.push(token);
    const isInObject = open.at(-1)?.text === "{";
    if (token.text === "{" || (token.text === "," && isInObject)) expected = "key";
    else if (["[", ",", ":"].includes(token.text)) expected = "value";
    else expected = expected === "key" && !isClosing ? "colon" : "comma";
    before = token;
  }
  const left = open.at(-1);
  return left ? (unclosed ?? notClosed(left)) : null;
}

/** True where a bracket of the wrong kind closes, or where the next item begins inside the one before. */
const isUnclosed = ({ text }: Token, inner: Token, expected: Expected) =>
  ((text === "}" || text === "]") && CLOSES[inner.text] !== text) ||
  (text === "{" && inner.text === "{" && (expected === "key" || expected === "comma")) ||
  (text === ":" && inner.text === "[");

const QUOTE = String.raw`a quote inside a text is written \"`;
const COMMA_MISSING = "a comma is missing at the end";
const COMMA_TOO_MANY = "there is a comma too many at the end";

const isText = (text: string) => text.startsWith('"');

function textProblem(text: string): string | null {
  if (text === '"') return 'a text ends with " on the line on which it begins';
  if (!isText(text)) return null;
  if (/\\[^"\\/bfnrtu]/.test(text.replaceAll("\\\\", "")))
    return String.raw`a backslash inside a text is written \\`;
  return text.includes("\t") ? String.raw`a tab inside a text is written \t` : null;
}

function closingProblem({ token: { text }, before, inner, expected }: Place): string | null {
  if (!inner) return `there is one ${text} too many`;
  if (before?.text === ",") return COMMA_TOO_MANY;
  return expected === "comma" || before === inner ? null : `a value is missing before ${text}`;
}

function problem({ token, before, inner, expected }: Place): string | null {
  const { text, line, isClose } = token;
  const follows = before !== undefined && isText(before.text) && before.line === line;
  if (expected === "comma") {
    if (text === "," && inner) return null;
    if (!inner) return "there is a } or ] too many before this";
    return follows && (!isText(text) || isClose) && text !== ":" ? QUOTE : COMMA_MISSING;
  }
  if (text === ",") return "there is a comma too many";
  if (expected === "colon") {
    if (text === ":") return null;
    return follows && !isText(text) ? QUOTE : "a colon is missing behind the name";
  }
  if (expected === "key")
    return isText(text) ? null : 'a name is written in quotes: "title": "..."';
  const isValue = text in CLOSES || isText(text) || LITERAL.test(text);
  return isValue ? null : "a text is written in quotes";
}
