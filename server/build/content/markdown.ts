import { Marked, type Token, type Tokens } from "marked";
import { parse, YAMLParseError } from "yaml";

/** A parsed Markdown file: unvalidated front matter, and the body as HTML. */
export interface CompiledMarkdown {
  frontMatter: unknown;
  html: string;
  readingTimeMinutes: number;
  problems: { field: string | null; problem: string; line?: number }[];
}

type Problem = CompiledMarkdown["problems"][number];

const WORDS_PER_MINUTE = 200;
const ALLOWED_LINK = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i;

/** Parses Markdown with YAML front matter. HTML inside the Markdown is a validation error. */
export function compileMarkdown(source: string): CompiledMarkdown {
  const text = source.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const parts = /^---\n([\s\S]*?)\n---(?:\n|$)([\s\S]*)$/.exec(text);
  const [, yaml = "", body = ""] = parts ?? [];
  const problems: Problem[] = [];
  let frontMatter: unknown;
  if (!parts)
    problems.push({ field: null, problem: "must begin with front matter between two lines ---" });
  try {
    // An empty line replaces the opening ---, so that line numbers in errors match the file.
    if (parts) frontMatter = parse(`\n${yaml}`);
  } catch (error) {
    problems.push(frontMatterProblem(error));
  }
  const html = toHtml(body, problems);
  const words = html.replace(/<[^>]*>/g, " ").match(/\S+/g) ?? [];
  const readingTimeMinutes = Math.max(1, Math.ceil(words.length / WORDS_PER_MINUTE));
  return { frontMatter, html, readingTimeMinutes, problems };
}

/** The paragraphs below the front matter, with the number of their first line. */
export function paragraphsOf(source: string): { line: number; text: string }[] {
  const lines = source.replaceAll("\r\n", "\n").split("\n");
  const body = lines.fill("", 0, lines.indexOf("---", 1) + 1).join("\n");
  return [...body.matchAll(/\S.*(?:\n.*\S.*)*/g)].map(({ 0: text, index }) => ({
    line: body.slice(0, index).split("\n").length,
    text,
  }));
}

function frontMatterProblem(error: unknown): Problem {
  const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
  const isYaml = error instanceof YAMLParseError;
  // "title: Water: a beginning" reads as a field within a field.
  const problem =
    isYaml && error.code === "BLOCK_AS_IMPLICIT_KEY"
      ? 'a text with a colon and a space needs quotes round it, such as title: "Water: a beginning"'
      : reason.replace(/ at line \d+, column \d+:$/, "");
  const line = isYaml ? error.linePos?.[0].line : undefined;
  return { field: "front matter", problem, ...(line !== undefined && { line }) };
}

function toHtml(body: string, problems: Problem[]): string {
  const ids = new Map<string, number>();
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const words = this.parser.parseInline(tokens);
        return `<h${depth} id="${uniqueId(words, ids)}">${words}</h${depth}>\n`;
      },
      tablecell({ tokens, header, align }) {
        const words = this.parser.parseInline(tokens);
        const name = align === null ? "" : ` class="align-${align}"`;
        return header ? `<th scope="col"${name}>${words}</th>\n` : `<td${name}>${words}</td>\n`;
      },
    },
  });
  const tokens = marked.lexer(body);
  let depth = 1;
  marked.walkTokens(tokens, (token) => {
    const problem = problemOf(token, depth);
    if (problem !== null) problems.push({ field: "body", problem });
    if (isHeading(token)) depth = token.depth;
  });
  return marked.parser(tokens).trim();
}

function problemOf(token: Token, depth: number): string | null {
  if (isHeading(token)) {
    if (token.depth === 1) return `"${token.text}": headings start at ##`;
    if (token.depth > depth + 1) return `"${token.text}": a heading level is skipped`;
  }
  if (token.type === "html") return `HTML is not allowed: ${token.raw.trim().slice(0, 40)}`;
  if (token.type === "image") return "pictures belong in the front matter, not in the text";
  if (isLink(token) && !ALLOWED_LINK.test(token.href)) return `link "${token.href}" is not allowed`;
  return null;
}

// A token of an extension could have any type, so that the type alone does not tell.
const isHeading = (token: Token): token is Tokens.Heading => token.type === "heading";
const isLink = (token: Token): token is Tokens.Link => token.type === "link";

function uniqueId(words: string, ids: Map<string, number>): string {
  const plain = words.replace(/<[^>]*>|&[^;\s]+;/g, "").normalize("NFKD");
  const slug = plain
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, "")
    .trim()
    .replace(/[\s-]+/g, "-");
  const stem = slug === "" ? "section" : slug;
  const seen = ids.get(stem) ?? 0;
  ids.set(stem, seen + 1);
  return seen === 0 ? stem : `${stem}-${seen + 1}`;
}
