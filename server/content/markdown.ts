import { Marked, type Token } from "marked";
import { parseDocument, visit, type YAMLParseError } from "yaml";
import type { Report } from "./errors.ts";
import { paragraphsOf } from "./paragraphs.ts";

const WORDS_PER_MINUTE = 200;
const ALLOWED_LINK = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i;

/**
 * Reads the texts of a Markdown file, not validated, and its body as HTML. Returns null without front matter. HTML in the source is an
 * error.
 */
export function compileMarkdown(source: string, report: Report) {
  const text = source.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const [, yaml, body = ""] = /^---\n([\s\S]*?)\n---(?:\n|$)([\s\S]*)$/.exec(text) ?? [];
  if (yaml === undefined) report([], "must begin with front matter between two lines ---");
  const frontMatter = yaml === undefined ? null : frontMatterOf(yaml, report);
  if (frontMatter === null) return null;
  const start = lineAt(text, text.length - body.length);
  const html = toHtml(body, (problem, line) => report(["body"], problem, start + line - 1));
  const words = html.replace(/<[^>]*>/g, " ").match(/\S+/g) ?? [];
  return {
    words: { ...frontMatter, body: paragraphsOf(text).map(({ text }) => text) },
    html,
    readingTimeMinutes: Math.max(1, Math.ceil(words.length / WORDS_PER_MINUTE)),
  };
}

const lineAt = (text: string, at: number) => text.slice(0, at).split("\n").length;

function frontMatterOf(yaml: string, report: Report): object | null {
  // An empty line replaces the opening ---, so that line numbers in errors match the file.
  const text = `\n${yaml}`;
  const document = parseDocument(text);
  visit(document, {
    Scalar: (_key, { comment, range }) => {
      const problem = `"#${comment}" is left out as a comment: put quotes round the text`;
      if (comment) report(["front matter"], problem, lineAt(text, range?.[0] ?? 0));
    },
  });
  try {
    const [fault] = document.errors;
    if (fault) throw fault;
    return Object(document.toJS());
  } catch (thrown) {
    // YAML reads "title: *Wells*" as an alias, and the error has no position.
    const error = thrown as Error & Partial<Pick<YAMLParseError, "code" | "linePos">>;
    // YAML reads "title: Water: a beginning" as a field within a field.
    const problem =
      error.code === "BLOCK_AS_IMPLICIT_KEY"
        ? 'a text with a colon and a space needs quotes round it, such as title: "Water: a beginning"'
        : error.message.replace(/ at line \d+, column \d+:[\s\S]*$/, "");
    report(["front matter"], problem, error.linePos?.[0].line);
    return null;
  }
}

function toHtml(body: string, report: (problem: string, line: number) => void): string {
  const ids = new Map<string, number>();
  const marked = new Marked({
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
  let line = 1;
  for (const block of tokens) {
    marked.walkTokens([block], (token) => {
      const problem = problemOf(token, depth);
      if (problem !== null)
        report(problem, line - 1 + lineAt(block.raw, block.raw.indexOf(token.raw)));
      if (token.type === "heading") depth = token.depth;
    });
    line += lineAt(block.raw, block.raw.length) - 1;
  }
  return marked.parser(tokens).trim();
}

function problemOf(token: Token, depth: number): string | null {
  if (token.type === "heading") {
    if (token.depth === 1) return `"${token.text}": headings start at ##`;
    if (token.depth > depth + 1) return `"${token.text}": a heading level is skipped`;
  }
  if (token.type === "html") return `HTML is not allowed: ${token.raw.trim().slice(0, 40)}`;
  if (token.type === "image") return "pictures belong in the front matter, not in the text";
  if (token.type === "link" && !ALLOWED_LINK.test(token.href))
    return `link "${token.href}" is not allowed`;
  return null;
}

function uniqueId(words: string, ids: Map<string, number>): string {
  const plain = words.replace(/<[^>]*>|&[^;\s]+;/g, "").normalize("NFKD");
  const letters = plain.toLowerCase().replace(/[^a-z0-9\s-]/g, "");
  const stem = letters.match(/[a-z0-9]+/g)?.join("-") ?? "section";
  const seen = ids.get(stem) ?? 0;
  ids.set(stem, seen + 1);
  return seen === 0 ? stem : `${stem}-${seen + 1}`;
}
