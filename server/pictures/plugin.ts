import { join } from "node:path";
import fp from "fastify-plugin";
import { internet } from "./address-guard.ts";
import { PictureClient } from "./picture-client.ts";
import { PictureFiles } from "./picture-files.ts";
import { createPictureIds, openPictureKeys } from "./picture-id.ts";
import { createPictureViews, type PictureViews } from "./picture-views.ts";
import { Pictures } from "./pictures.ts";

declare module "fastify" {
  interface FastifyInstance {
    pictures: Pick<Pictures, "get" | "kept"> & {
      views: PictureViews;
      /** The size of the files on disk. */
      size: () => { bytes: number };
    };
  }
}

const MB = 1024 * 1024;

/** The pictures of the source: fetched, converted, kept under `DATA_DIR/pictures`. */
export const picturesPlugin = fp(
  async (app) => {
    const { config, contentApiUrl: baseUrl, metrics, log, clock: now } = app;
    // The ids of pictures are those of all instances.
    const keys = await openPictureKeys(app.store, config.PICTURE_KEY);
    const ids = createPictureIds({ keys: keys.all, baseUrl });
    const logged = new Set<string>();
    const files = new PictureFiles({
      folder: join(config.DATA_DIR, "pictures"),
      maxBytes: config.PICTURE_CACHE_MB * MB,
      now,
      onError: (err) => {
        // Each write to a full disk fails: a kind of error is logged once.
        const code = String((err as NodeJS.ErrnoException).code);
        if (!logged.has(code)) log.error({ err }, "pictures are not kept on disk");
        logged.add(code);
      },
    });
    const onCall = metrics.sourceCalled;
    const client = new PictureClient({ baseUrl, network: internet, now, onCall });
    const pictures = new Pictures({
      ids,
      files,
      client,
      freshMs: config.FRESH_SECONDS * 1_000,
      now,
      onConverted: (format, ms) => metrics.conversions.observe({ format }, ms / 1_000),
      onFault: ({ fault, message }) => {
        metrics.pictureFaults.inc({ fault });
        log.info({ fault, reason: message }, "picture not available");
      },
    });
    app.decorate("pictures", {
      kept: (path) => pictures.kept(path),
      get: (query) => pictures.get(query),
      views: createPictureViews(ids, pictures.source, config.PUBLIC_ORIGIN),
      size: () => ({ bytes: files.size() }),
    });
    app.addHook("onClose", async () => {
      keys.close();
      await client.close();
    });
  },
  { name: "pictures", dependencies: ["embedded-api"] },
);
