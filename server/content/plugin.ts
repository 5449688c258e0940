import { extname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { CONTENT_TAG } from "../../shared/contract/data-tags.ts";
import { LANGUAGES, type Language } from "../../shared/languages.ts";
import { SECOND_MS } from "../../shared/time.ts";
import { recompress } from "../http/compress.ts";
import { asFile } from "../http/finish-response.ts";
import { cachePolicy } from "../http/headers.ts";
import { ContentLibrary } from "./content-library.ts";
import { ContentEdits } from "./edits.ts";
import type { Content } from "./site-content.ts";
import { socialCard } from "./social-cards.ts";
import { loadUploads } from "./uploads.ts";

declare module "fastify" {
  interface FastifyInstance {
    content: ContentLibrary;
    contentEdits: ContentEdits;
  }
}

/** Opens the content of the files. What the office has edited follows when the store is open (`contentEditsPlugin`). */
export const contentPlugin = fp<{ files?: Content | undefined }>(
  async (app, { files }) => {
    const { CONTENT_DIR: dir, DATA_DIR } = app.config;
    const cacheDir = join(DATA_DIR, "photographs");
    const { routes } = app.client.renderer;
    app.decorate("content", await ContentLibrary.open({ dir, cacheDir, routes, files }));
  },
  { name: "content" },
);

/** The longest that a start waits for the texts in the store. */
const START_WAIT_MS = SECOND_MS;

/** Shows what the office has edited, and follows the changes of all instances. */
export const contentEditsPlugin = fp(
  async (app) => {
    const { content, log, siteData, store, clock } = app;
    const edits = new ContentEdits(store.db, clock);
    app.decorate("contentEdits", edits);
    /** The versions that are shown, to skip a round that would change nothing. */
    let shown = "";
    async function refresh(): Promise<void> {
      const rows = await edits.published();
      const versions = rows.map(({ name, version }) => `${name} ${version}`).join("\n");
      if (versions === shown) return;
      await loadUploads(store.db, content.images, rows);
      // The publication of drafts that were shown meanwhile begins a round of its own.
      if (!(await content.show(rows))) return;
      shown = versions;
      for (const { name, errors } of content.refused)
        log.error({ document: name, errors }, "stored content is refused, the file is shown");
    }
    // One round after the other, so that an older state of the store never replaces a newer one.
    let rounds = Promise.resolve();
    const refreshNext = () => {
      rounds = rounds
        .then(refresh)
        .catch((err: unknown) => log.warn({ err }, "stored content could not be read"));
      return rounds;
    };
    siteData.changes.subscribe((tags) => {
      if (tags.includes(CONTENT_TAG)) void refreshNext();
    });
    await Promise.race([refreshNext(), wait(START_WAIT_MS, undefined, { ref: false })]);
  },
  { name: "content-edits", dependencies: ["content", "store", "source"] },
);

const TYPES: Readonly<Record<string, string>> = {
  ".avif": "image/avif",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
};

/** Serves the pictures of the content, below a path with a hash of all of them, the downloads, and the cards of link previews. */
export async function contentFileRoutes(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: resolve(app.content.dir, "files"),
    prefix: "/files/",
    decorateReply: false,
    index: false,
    cacheControl: false,
    setHeaders: (response) => response.header("cache-control", cachePolicy.anHour),
  });
  app.get<{ Params: { hash: string; "*": string } }>(
    "/assets/images-:hash/*",
    { onRequest: asFile },
    async ({ url, params: { "*": path } }, reply) => {
      const { images, imagesBase } = app.content;
      const type = TYPES[extname(path)];
      const isCurrent = url.startsWith(`${imagesBase}/`);
      const bytes = type === undefined || !isCurrent ? null : await images.file(path);
      if (bytes === null) return reply.callNotFound();
      if (type === TYPES[".svg"]) void recompress(bytes);
      return reply
        .headers({ "cache-control": cachePolicy.immutable, "content-type": type })
        .send(bytes);
    },
  );
  app.get<{ Params: { language: Language; "*": string } }>(
    "/social/:language/*",
    async ({ params: { language, "*": file } }, reply) => {
      const { images } = app.content;
      const section = file.replace(/\.png$/, "");
      const isKnown = LANGUAGES.includes(language) && section !== file;
      const place = { language, section, imagesDir: images.dir };
      const card = isKnown ? socialCard(app.content.in(language), place) : null;
      if (card === null) return reply.callNotFound();
      // Other sites show these pictures in link previews.
      reply.headers({
        "cache-control": cachePolicy.anHour,
        "content-type": "image/png",
        "cross-origin-resource-policy": "cross-origin",
      });
      return reply.send(await images.cached(card.subject, "card", card.draw));
    },
  );
}
