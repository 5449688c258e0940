/** Where a text stops being JSON, and what to do, for somebody who writes it by hand. */
export interface JsonSlip {
  /** From 1. */
  line: number;
  hint: string;
}

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

const lineAfter = (text: string) => text.split("\n").length;

/** The slip of a text that is no JSON, by what the engine says of it; null of JSON. */
export function jsonSlip(text: string): JsonSlip | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return slipOf(text, error instanceof Error ? error.message : String(error));
  }
}

function slipOf(text: string, message: string): JsonSlip {
  const at = offsetOf(text, message);
  const found = text[at] ?? "";
  const before = text.slice(0, at).trimEnd();
  const last = before.at(-1) ?? "";
  const [line, lineBefore] = [lineAfter(text.slice(0, at)), lineAfter(before)];
  const isClosing = found === "}" || found === "]";

  if (/escape/i.test(message))
    return { line, hint: String.raw`a backslash inside a text is written \\` };
  if (/control char/.test(message) && found === "\t")
    return { line, hint: String.raw`a tab inside a text is written \t` };
  if (/control char|Unterminated str/.test(message))
    return { line, hint: 'a text ends with " on the line on which it begins' };
  if (/after JSON/.test(message))
    return { line, hint: `there is one ${isClosing ? found : "} or ] before this"} too many` };

  const open = openBracket(text.slice(0, at) + (isClosing ? "" : "next"));
  const [expected = ""] = /(?<=^Expected )(?:','|':')/.exec(message) ?? [];
  const isValue = message.startsWith("Unexpected token");
  // The next item, or its name, stands inside this one.
  const isNext = !isValue && expected !== "':'" && found === (open?.bracket === "{" ? "{" : ":");
  const isOtherEnd = found === "" || (isClosing && found !== CLOSING[open?.bracket ?? ""]);
  if (open && (isOtherEnd || isNext || (expected === "','" && open.end))) {
    const { bracket, start, end = lineBefore } = open;
    const hint = `the ${bracket} of line ${start} is not closed: a ${CLOSING[bracket]} is missing`;
    return { line: end, hint };
  }
  if (isClosing && last === ",")
    return { line: lineBefore, hint: "there is a comma too many at the end" };
  if (isClosing && last === ":") return { line, hint: `a value is missing before ${found}` };
  // A quote ended the text, and more of it follows.
  const isMore = found === '"' ? before.length === at : !/[:{[]/.test(found);
  if (expected && last === '"' && line === lineBefore && isMore)
    return { line, hint: String.raw`a quote inside a text is written \"` };
  if (expected === "','") return { line: lineBefore, hint: "a comma is missing at the end" };
  if (expected === "':'") return { line, hint: "a colon is missing behind the name" };
  if (found === ",") return { line, hint: "there is a comma too many" };
  if (/property name/.test(message))
    return { line, hint: 'a name is written in quotes: "title": "..."' };
  return { line, hint: found === "" ? message : "a text is written in quotes" };
}

/** The engine names the place of a slip, or shows ten characters on each side of it. */
function offsetOf(text: string, message: string): number {
  const named = /at position (\d+)/.exec(message)?.[1];
  if (named !== undefined) return Number(named);
  const [, token, dots, shown = ""] =
    /^Unexpected token '(.+?)', (\.{3})?"([\s\S]*)"(?:\.{3})? is not/.exec(message) ?? [];
  if (token === undefined) return text.length;
  return dots ? text.indexOf(shown) + 10 : text.indexOf(token);
}

/** The bracket round the end of a text, or the first that ends before by the indentation of what follows. */
function openBracket(text: string): { bracket: string; start: number; end?: number } | undefined {
  const open: { bracket: string; start: number; indent: number }[] = [];
  const rows = text.replace(/"(?:\\.|[^"\\\n])*"/g, '""').split("\n");
  for (const [index, row] of rows.entries()) {
    const indent = row.search(/\S/);
    const inner = open.at(-1);
    if (inner && /^\s*[^\s}\]]/.test(row) && indent <= inner.indent)
      return { ...inner, end: index };
    for (const [bracket] of row.matchAll(/[{}[\]]/g))
      if (CLOSING[bracket]) open.push({ bracket, start: index + 1, indent });
      else open.pop();
  }
  return open.at(-1);
}
