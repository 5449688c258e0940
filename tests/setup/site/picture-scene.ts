import { createPictureIds, type PictureIds } from "../../../server/pictures/picture-urls.ts";
import { type FakeContentApi, startFakeContentApi } from "../../fakes/content-api.ts";
import { startSite, type TestSite } from "./site.ts";

const PICTURE_KEY = "the key of a test, 32 characters or more";

export interface PictureScene {
  source: FakeContentApi;
  site: TestSite;
  ids: PictureIds;
  /** The URL of a variant of the picture at a path of the source, or at an address elsewhere. */
  urlOf: (address: string, variant: string, version?: string | null) => string;
  get: (address: string, variant: string) => Promise<Response>;
  restart: (env?: Record<string, string>) => Promise<void>;
  close: () => Promise<void>;
}

/** A site over a fake source, with the key that signs its pictures. */
export async function startPictureScene(
  options: { dataDir?: string; env?: Record<string, string>; now?: () => number } = {},
): Promise<PictureScene> {
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
  const scene: PictureScene = {
    source,
    site: await start(),
    ids,
    urlOf: (address, variant, version = null) => {
      const absolute = address.startsWith("/") ? source.url + address : address;
      return `${scene.site.url}/pictures/${ids.idOf({ address: absolute, version })}/${variant}`;
    },
    get: (address, variant) => fetch(scene.urlOf(address, variant)),
    restart: async (more) => {
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
