import type { FastifyInstance, FastifyRequest } from "fastify";
import { CONTENT_TAG } from "../../shared/contract/data-tags.ts";
import type { Problem } from "../content/compile-content.ts";
import type { EditedDocument } from "../content/content-library.ts";
import { readTree, writeTree } from "../content/content-tree.ts";
import { type DocumentTexts, digestOfTexts, type Edit } from "../content/edits.ts";
import { loadUploads } from "../content/uploads.ts";
import * as desk from "./desk.ts";
import {
  addressOf,
  type FoundDocument,
  findDocument,
  NO_TEXTS,
  shownTexts,
} from "./website/documents.ts";
import { isGuardedChange, mailGuardedChange } from "./website/money.ts";

/** A change of one document that goes to the site together with others. */
interface Publication {
  found: FoundDocument;
  state: Edit["state"];
  texts: DocumentTexts;
  /** The version that the writer knows. */
  version: number;
  publishAt?: number | null;
}

export const basisOf = ({ isFile, inFiles, newest }: FoundDocument): string =>
  isFile ? digestOfTexts(inFiles) : (newest?.basis ?? "");

const versionOf = ({ newest }: FoundDocument): number => newest?.version ?? 0;

/** Returns the redirects with an old address that leads to a new one. Redirects to the old address lead to the new one, too. */
function withRedirect(texts: DocumentTexts, from: string, to: string): DocumentTexts {
  const read: { redirects: { from: string; to: string }[] } = JSON.parse(
    texts.facts ?? '{"redirects":[]}',
  );
  const others = read.redirects.filter((one) => one.from !== from && one.from !== to);
  const redirects = [
    ...others.map((one) => (one.to === from ? { ...one, to } : one)),
    { from, to },
  ];
  return writeTree(
    "redirects",
    readTree({ ...NO_TEXTS, facts: JSON.stringify({ ...read, redirects }) }),
    texts,
  );
}

/** Returns the publication of a redirect from an address that a document leaves. */
export async function redirectFrom(
  app: FastifyInstance,
  from: string,
  to: string,
): Promise<Publication[]> {
  const found = await findDocument(app, "redirects");
  if (found === null || from === to) return [];
  const texts = withRedirect(shownTexts(app, found), from, to);
  return [{ found, state: "published", texts, version: versionOf(found) }];
}

/** The documents that name other documents by the last part of their addresses. */
const NAMES_OTHERS = /^(?:giving|our-work|programmes\/.+)$/;

/** Returns the publications of the documents that name an entry by its old name, with its new name. */
export async function renamedReferences(
  app: FastifyInstance,
  names: readonly string[],
  [from, to]: readonly [from: string, to: string],
): Promise<Publication[]> {
  const publications: Publication[] = [];
  for (const name of names.filter((one) => NAMES_OTHERS.test(one))) {
    const found = await findDocument(app, name);
    if (found === null) continue;
    const before = shownTexts(app, found);
    const renamed = (text: string | null) =>
      text?.replaceAll(JSON.stringify(from), JSON.stringify(to)) ?? null;
    const isEntry = name.includes("/");
    const texts = {
      facts: renamed(before.facts),
      en: isEntry ? before.en : renamed(before.en),
      sw: isEntry ? before.sw : renamed(before.sw),
    };
    const isSame = texts.facts === before.facts && texts.en === before.en;
    if (!isSame) publications.push({ found, state: "published", texts, version: versionOf(found) });
  }
  return publications;
}

const draftOf = ({ found, state, texts }: Publication): EditedDocument => {
  const shown = state === "removed" ? NO_TEXTS : state === "file" ? found.inFiles : texts;
  return { name: found.name, facts: shown.facts, en: shown.en, sw: shown.sw };
};

/** Returns the mistakes that keep documents from being published, and the content as they make it. */
export async function checkPublication(app: FastifyInstance, publications: readonly Publication[]) {
  const drafts = publications.map(draftOf);
  await loadUploads(app.store.db, app.content.images, drafts);
  return app.content.previewAll(drafts);
}

/** Tells whether accounts or the office's address are among the changes. */
export const isGuarded = (app: FastifyInstance, publications: readonly Publication[]): boolean =>
  publications.some((one) =>
    isGuardedChange(one.found.name, shownTexts(app, one.found), { ...NO_TEXTS, ...draftOf(one) }),
  );

/** The result of a publication: the rows are stored, a colleague was quicker, or there are mistakes. */
export type Published =
  | { kind: "done" }
  | { kind: "stale" }
  | { kind: "wrong"; problems: readonly Problem[]; errors: readonly string[] };

/** Stores versions of one or several documents, all or none, and shows them. */
export async function publish(
  request: FastifyRequest,
  publications: readonly Publication[],
  action: string,
): Promise<Published> {
  const { server: app, staff } = request;
  const email = staff?.email ?? "";
  const preview = await checkPublication(app, publications);
  const { problems, errors, content } = preview;
  if (content === null) return { kind: "wrong", problems, errors };
  const before = publications.map(({ found }) => shownTexts(app, found));
  const rows = await app.contentEdits.addAll(
    publications.map(({ found, state, texts, version, publishAt = null }) => ({
      name: found.name,
      state,
      facts: state === "removed" ? null : texts.facts,
      en: state === "removed" ? null : texts.en,
      sw: state === "removed" ? null : texts.sw,
      version,
      basis: basisOf(found),
      email,
      publishAt,
    })),
  );
  if (rows === null) return { kind: "stale" };
  await desk.recordAction(request, `website-${action}`, `website-${publications[0]?.found.name}`);
  for (const [at, one] of publications.entries()) {
    const after = { ...NO_TEXTS, ...draftOf(one) };
    const change = { name: one.found.name, before: before[at] ?? NO_TEXTS, after };
    if (isGuardedChange(change.name, change.before, after))
      await mailGuardedChange(app, { ...change, by: email, version: rows[at]?.version ?? 0 });
  }
  const isLater = publications.every(({ state }) => state === "planned");
  if (!isLater) {
    app.content.showDrafts(publications.map(draftOf), content);
    await app.siteData.changes.publish([CONTENT_TAG]);
  }
  return { kind: "done" };
}

/** Returns the publications of a document whose address changes with its facts, as a project's does when it is over. */
export async function withOldAddress(
  app: FastifyInstance,
  publication: Publication,
): Promise<Publication[]> {
  const { found, texts, state } = publication;
  const [from, to] = [shownTexts(app, found), texts].map((one) => addressOf(found.name, one));
  const isNew = shownTexts(app, found).facts === null;
  if (state !== "published" || isNew || !from || !to || from === to) return [publication];
  return [publication, ...(await redirectFrom(app, from, to))];
}
