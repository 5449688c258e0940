import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { Metrics } from "../observability/metrics.ts";
import { createFetchPicture } from "../pictures/fetch/fetch-picture.ts";
import { type Network, resolveWithDns } from "../pictures/fetch/foreign-agent.ts";
import { createPictureClient } from "../pictures/fetch/picture-client.ts";
import { isPublicAddress } from "../pictures/fetch/public-address.ts";
import { openKnownPictures } from "../pictures/known-pictures.ts";
import { createPictureIds } from "../pictures/picture-id.ts";
import { openPictureKeys } from "../pictures/picture-key.ts";
import { createPictureStore } from "../pictures/picture-store.ts";
import { createPictureViews } from "../pictures/picture-views.ts";
import type { PictureStore, PictureViews } from "../pictures/pictures.ts";
import { openPictureFiles } from "../pictures/store/picture-files.ts";
import { openPictureIndex } from "../pictures/store/picture-index.ts";
import type { Store } from "../store/store.ts";

export type PictureMetrics = Pick<Metrics, "sourceCalled" | "pictureFailed" | "pictureConverted">;

interface Options {
  contentApiUrl: string;
  config: Config;
  database: Store;
  logger: Logger;
  metrics: PictureMetrics;
  /** The clock, milliseconds. */
  now: () => number;
  network?: Network;
}

export interface ComposedPictures {
  pictures: PictureStore;
  views: PictureViews;
  /** Resolves when the key in the store is known, or the store is down. */
  ready: Promise<void>;
  /** Of the files on disk. */
  size: () => { files: number; bytes: number };
  close: () => Promise<void>;
}

const MB = 1024 * 1024;
const internet: Network = { resolve: resolveWithDns, isPublicAddress };

/** Each error of the disk is logged once, by its message. */
function reportDiskErrors(logger: Logger): (error: unknown) => void {
  const logged = new Set<string>();
  return (err) => {
    const message = err instanceof Error ? err.message : String(err);
    if (logged.size > 20 || logged.has(message)) return;
    logged.add(message);
    logger.error({ err }, "pictures are not kept on disk");
  };
}

/** The pictures of the source: fetched, converted, kept under `DATA_DIR/pictures`. */
export function composePictures(options: Options): ComposedPictures {
  const { contentApiUrl: baseUrl, config, database, logger, metrics, now } = options;
  const folder = join(config.DATA_DIR, "pictures");
  const onError = reportDiskErrors(logger);
  const keys = openPictureKeys(database, config.PICTURE_KEY);
  const ids = createPictureIds({ keys: keys.all, baseUrl });
  const index = openPictureIndex(folder, onError);
  const maxBytes = config.PICTURE_CACHE_MB * MB;
  const files = openPictureFiles({ folder, maxBytes, index, now, onError });
  const client = createPictureClient({ baseUrl, network: options.network ?? internet });
  const known = openKnownPictures(index);
  const pictures = createPictureStore({
    ids,
    known,
    files,
    fetchPicture: createFetchPicture({ client, now, onCall: metrics.sourceCalled }),
    freshMs: config.FRESH_SECONDS * 1_000,
    now,
    onConverted: metrics.pictureConverted,
    onFault: (fault, err) => {
      metrics.pictureFailed(fault);
      logger.info({ fault, reason: err.message }, "picture not available");
    },
  });
  return {
    pictures,
    views: createPictureViews({ ids, known: pictures, publicOrigin: config.PUBLIC_ORIGIN }),
    ready: keys.ready,
    size: files.size,
    close: async () => {
      keys.close();
      await client.close();
      files.close();
      index.close();
    },
  };
}
