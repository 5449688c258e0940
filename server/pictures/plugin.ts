import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import fp from "fastify-plugin";
import { createFetchPicture } from "./fetch/fetch-picture.ts";
import { resolveWithDns } from "./fetch/foreign-agent.ts";
import { createPictureClient } from "./fetch/picture-client.ts";
import { isPublicAddress } from "./fetch/public-address.ts";
import { openKnownPictures } from "./known-pictures.ts";
import { createPictureIds } from "./picture-id.ts";
import { openPictureKeys } from "./picture-key.ts";
import { createPictureStore } from "./picture-store.ts";
import { createPictureViews } from "./picture-views.ts";
import type { PictureStore, PictureViews } from "./pictures.ts";
import { openPictureFiles } from "./store/picture-files.ts";
import { openPictureIndex } from "./store/picture-index.ts";

declare module "fastify" {
  interface FastifyInstance {
    pictures: PictureStore & {
      views: PictureViews;
      /** Of the files on disk. */
      size: () => { files: number; bytes: number };
    };
  }
}

const MB = 1024 * 1024;

/** Each error of the disk is logged once, by its message. */
function reportDiskErrors(log: FastifyBaseLogger): (error: unknown) => void {
  const logged = new Set<string>();
  return (err) => {
    const message = err instanceof Error ? err.message : String(err);
    if (logged.size > 20 || logged.has(message)) return;
    logged.add(message);
    log.error({ err }, "pictures are not kept on disk");
  };
}

/** The pictures of the source: fetched, converted, kept under `DATA_DIR/pictures`. */
export const picturesPlugin = fp(
  async (app) => {
    const { config, contentApiUrl: baseUrl, metrics, clock: now } = app;
    const folder = join(config.DATA_DIR, "pictures");
    const onError = reportDiskErrors(app.log);
    const keys = openPictureKeys(app.store, config.PICTURE_KEY);
    const ids = createPictureIds({ keys: keys.all, baseUrl });
    const index = openPictureIndex(folder, onError);
    const maxBytes = config.PICTURE_CACHE_MB * MB;
    const files = openPictureFiles({ folder, maxBytes, index, now, onError });
    const network = { resolve: resolveWithDns, isPublicAddress };
    const client = createPictureClient({ baseUrl, network });
    const pictures = createPictureStore({
      ids,
      known: openKnownPictures(index),
      files,
      fetchPicture: createFetchPicture({ client, now, onCall: metrics.sourceCalled }),
      freshMs: config.FRESH_SECONDS * 1_000,
      now,
      onConverted: metrics.pictureConverted,
      onFault: (fault, err) => {
        metrics.pictureFailed(fault);
        app.log.info({ fault, reason: err.message }, "picture not available");
      },
    });
    const views = createPictureViews({ ids, known: pictures, publicOrigin: config.PUBLIC_ORIGIN });
    app.decorate("pictures", { ...pictures, views, size: files.size });
    app.addHook("onClose", async () => {
      keys.close();
      await client.close();
      files.close();
      index.close();
    });
    // The ids of pictures are then those of all instances.
    await keys.ready;
  },
  { name: "pictures", dependencies: ["embedded-api"] },
);
