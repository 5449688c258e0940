import { createPictureIds } from "../../../server/pictures/picture-ids.ts";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { startSite } from "./site.ts";

const PICTURE_KEY = "the key of a test, 32 characters or more";

export type PictureScene = Awaited<ReturnType<typeof startPictureScene>>;

/** Starts a site over a fake source, with a fixed key that signs its pictures. */
export async function startPictureScene(
  options: { dataDir?: string; env?: Record<string, string>; now?: () => number } = {},
) {
  const source = await startFakeContentApi({});
  const env = {
    PICTURE_KEY,
    ...(options.dataDir === undefined ? {} : { DATA_DIR: options.dataDir }),
    ...options.env,
  };
  const start = (more: Record<string, string> = {}) =>
    startSite({
      contentApiUrl: source.url,
      env: { ...env, ...more },
      ...(options.now && { now: options.now }),
    });
  const ids = createPictureIds({ keys: () => [PICTURE_KEY], baseUrl: source.url });
  const scene = {
    source,
    site: await start(),
    ids,
    /** Returns the URL of a variant of a picture, given the picture's path on the source or its address elsewhere. */
    urlOf: (address: string, variant: string, version: string | null = null): string => {
      const absolute = address.startsWith("/") ? source.url + address : address;
      return `${scene.site.url}/pictures/${ids.idOf({ address: absolute, version })}/${variant}`;
    },
    get: (address: string, variant: string) => fetch(scene.urlOf(address, variant)),
    restart: async (more?: Record<string, string>) => {
      await scene.site.close();
      scene.site = await start(more);
    },
    close: async () => {
      await scene.site.close();
      await source.close();
    },
  };
  return scene;
}
