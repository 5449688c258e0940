import type { FastifyInstance } from "fastify";
import en from "../../../content/words/en/desk-money.json" with { type: "json" };
import sw from "../../../content/words/sw/desk-money.json" with { type: "json" };
import type { SiteChange } from "../../../shared/contract/desk-website.ts";
import { fill } from "../../../shared/fill.ts";
import { nodeAt, readTree, type TreeNode } from "../../content/content-tree.ts";
import type { DocumentTexts } from "../../content/edits.ts";
import { addMail } from "../../mail/mails.ts";
import { WEBSITE_MAILS } from "../../store/store.ts";
import { changesBetween } from "./changes.ts";

/** The fields that say where money goes, or to whom donors write. */
const GUARDED: Readonly<Record<string, readonly string[]>> = {
  giving: ["accounts"],
  site: ["contact.email"],
};

function partAt(texts: DocumentTexts, path: string): TreeNode | undefined {
  try {
    return nodeAt(readTree(texts), path.split("."));
  } catch {
    return undefined;
  }
}

/** Marks of editors, which no visitor sees, are no change of an account. */
const comparable = (node: TreeNode | undefined): string =>
  JSON.stringify(node, (name, value: unknown) => {
    if (name === "parts") return undefined;
    if (!(value instanceof Map)) return value;
    return [...value].filter(([field]) => field !== "placeholder" && field !== "editorNote").sort();
  }) ?? "";

/** Tells whether a change of a document concerns accounts or the office's e-mail address. */
export function isGuardedChange(
  name: string,
  before: DocumentTexts,
  after: DocumentTexts,
): boolean {
  return (GUARDED[name] ?? []).some(
    (path) => comparable(partAt(before, path)) !== comparable(partAt(after, path)),
  );
}

const lineOf = ({ label, part, before, after }: SiteChange, words: typeof en): string =>
  [
    part === "facts" ? label : `${label} (${words[part]})`,
    `  ${words.before}: ${before || words.nothing}`,
    `  ${words.after}: ${after || words.nothing}`,
  ].join("\n");

interface GuardedChange {
  name: string;
  before: DocumentTexts;
  after: DocumentTexts;
  by: string;
  /** The version that was published, which makes each mail one of its kind. */
  version: number;
}

/** Tells everybody of the office by mail that accounts or the office's address were changed, with what stood there before. */
export async function mailGuardedChange(
  app: FastifyInstance,
  { name, before, after, by, version }: GuardedChange,
): Promise<void> {
  if (app.mails === null) return;
  const changes = changesBetween(name, before, after, "en");
  const inKiswahili = changesBetween(name, before, after, "sw");
  const url = `${app.config.PUBLIC_ORIGIN}/staff/website/${name}`;
  const text = [
    fill(en.text, { by }),
    ...changes.map((change) => lineOf(change, en)),
    fill(en.wrong, { url }),
    "--",
    fill(sw.text, { by }),
    ...inKiswahili.map((change) => lineOf(change, sw)),
    fill(sw.wrong, { url }),
  ].join("\n\n");
  for (const { id, email } of await app.accounts.list())
    await addMail(app, {
      reference: `${WEBSITE_MAILS}${name}.${version}.${id}`,
      recipient: email,
      subject: `${en.subject} / ${sw.subject}`,
      text: `${text}\n`,
    });
}
