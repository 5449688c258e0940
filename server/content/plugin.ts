import { extname, join, resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import type { SiteContent } from "../../shared/contract/page-renderer.ts";
import { LANGUAGES, type Language } from "../../shared/languages.ts";
import { asFile, encodeSmall } from "../http/finish-response.ts";
import { cachePolicy } from "../http/headers.ts";
import { ContentFiles } from "./content-files.ts";
import { createImages, type Images } from "./images.ts";
import { type Content, readContent } from "./site-content.ts";
import { socialCard } from "./social-cards.ts";

/** The content of the site as it is shown now. */
class ContentLibrary {
  /** The folder of the files. */
  readonly dir: string;
  readonly images: Images;
  #content: Content;

  readonly #routes: readonly string[];

  private constructor(dir: string, images: Images, routes: readonly string[], content: Content) {
    this.dir = dir;
    this.images = images;
    this.#routes = routes;
    this.#content = content;
  }

  /** Reads and checks all content. Throws a `ContentError` that names each mistake. */
  static async open(dir: string, cacheDir: string, routes: readonly string[]) {
    const images = createImages(dir, cacheDir);
    const content = await readContent(new ContentFiles(dir), { images, routes });
    return new ContentLibrary(dir, images, routes, content);
  }

  in(language: Language): SiteContent {
    return this.#content.in(language);
  }

  get imagesBase(): string {
    return this.#content.imagesBase;
  }

  /** True while any content is marked as a placeholder. */
  get hasPlaceholders(): boolean {
    return this.#content.hasPlaceholders;
  }

  /** Reads the files again. Throws a `ContentError`, and keeps the content that is shown, when the files have mistakes. */
  async reload(): Promise<void> {
    this.#content = await readContent(new ContentFiles(this.dir), {
      images: this.images,
      routes: this.#routes,
    });
  }
}

declare module "fastify" {
  interface FastifyInstance {
    content: ContentLibrary;
  }
}

export const contentPlugin = fp<{ contentDir?: string | undefined }>(
  async (app, { contentDir = "content" }) => {
    const cacheDir = join(app.config.DATA_DIR, "photographs");
    app.decorate(
      "content",
      await ContentLibrary.open(contentDir, cacheDir, app.client.renderer.routes),
    );
  },
  { name: "content" },
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
      if (type === TYPES[".svg"]) void encodeSmall(bytes);
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
