import { parseDocument } from "yaml";
import { shownValue } from "../../content/compile-content.ts";
import { PARTS, readTree, type TreeNode } from "../../content/content-tree.ts";
import type { DocumentTexts } from "../../content/edits.ts";
import { isRecord } from "../../records.ts";

/** The marks of Markdown and of HTML that visitors do not see: `**`, `[`, `](/donate)`, `## `, `<b>`. */
const MARKUP = /\]\([^)\s]*\)|<[^<>]*>|^#{1,6} |^[-*>] |[*_`[\]]/gm;

const CLAIM = /\{\{claim:([^{}]*)\}\}/g;

/** Returns a text as texts are compared in a search: without accents, capitals, markup, punctuation and line breaks. */
function foldText(text: string, figures: ReadonlyMap<string, string> = new Map()): string {
  return text
    .replaceAll(CLAIM, (_mark, key: string) => figures.get(key) ?? "")
    .replaceAll(MARKUP, "")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\p{N}+%@$€£]+/gu, " ")
    .trim()
    .toLowerCase();
}

/** Returns the figures of the ledger as texts show them, by their keys. */
export function figuresIn(facts: string | null): Map<string, string> {
  const figures = new Map<string, string>();
  const read: unknown = facts === null ? null : parseDocument(facts).toJS();
  const claims = isRecord(read) ? read.claims : null;
  for (const [key, claim] of Object.entries(Object(claims) as Record<string, unknown>)) {
    if (!isRecord(claim)) continue;
    const { value, unit } = claim;
    if (typeof value === "number" || typeof value === "string")
      figures.set(key, shownValue({ value, unit: String(unit ?? "") }));
  }
  return figures;
}

function* leavesOf(node: TreeNode): Generator<readonly unknown[]> {
  if (node.kind === "leaf") yield PARTS.map((part) => node[part]);
  else
    for (const inner of node.kind === "list" ? node.items : node.fields.values())
      yield* leavesOf(inner);
}

/** Returns the texts of a document one after the other: the facts with the words of English, and with those of Kiswahili. */
function editionsOf(texts: DocumentTexts): readonly (readonly string[])[] {
  try {
    const leaves = [...leavesOf(readTree(texts))];
    return [1, 2].map((language) =>
      leaves.flatMap((values) => {
        const value = values[language] ?? values[0];
        return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
      }),
    );
  } catch {
    return [[texts.facts ?? "", texts.en ?? ""], [texts.sw ?? ""]];
  }
}

/** How well a document fits a search: it has the words one after the other, or all of them somewhere. */
export type Fit = "phrase" | "words" | null;

/** The characters that are shown around what was found. */
const AROUND = 120;

/**
 * Looks for words in a document. A sentence that a page makes of several fields, such as a figure and its unit, is found as its
 * fields follow one another.
 */
export function searchDocument(
  texts: DocumentTexts,
  q: string,
  figures: ReadonlyMap<string, string>,
): { fit: Fit; found: string } {
  const wanted = foldText(q);
  if (wanted === "") return { fit: "phrase", found: "" };
  const words = wanted.split(" ");
  let best: { fit: Fit; found: string } = { fit: null, found: "" };
  for (const edition of editionsOf(texts)) {
    const folded = edition.map((text) => foldText(text, figures));
    const whole = ` ${folded.join(" ")} `;
    if (whole.includes(wanted)) {
      const at = folded.findIndex((text) => text.includes(wanted));
      const shown = (edition[at] ?? "").replaceAll(
        CLAIM,
        (_mark, key: string) => figures.get(key) ?? "",
      );
      return { fit: "phrase", found: shown.replaceAll(MARKUP, "").slice(0, AROUND) };
    }
    if (words.every((word) => whole.includes(word))) best = { fit: "words", found: "" };
  }
  return best;
}
