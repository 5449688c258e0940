import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type examples from "../../../server/bff/openapi/examples.json";
import { startEmbeddedApi } from "../../../server/embedded-api/embedded-api.ts";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { startSite, type TestSite } from "./site.ts";

/** The day on which the examples take place. */
const EXAMPLE_CLOCK = Date.parse("2026-06-15T09:00:00Z");
/** A fixed key, so that the examples have the same picture URLs each time. */
const PICTURE_KEY = "the key that signs pictures in examples";
const TOKEN = "a-token-of-the-staff";

/** A request that the document shows. The requests are sent in their order: reads first, deletes last. */
type Example = Pick<(typeof examples)[number], "request" | "given">;

/** Starts the site over the embedded source's seed, on a fixed day; a second site, whose source does not respond, starts on demand. */
export async function startExampleScene() {
  const dataDir = mkdtempSync(join(tmpdir(), "examples-"));
  const source = await startEmbeddedApi({
    dataDir,
    port: 0,
    now: () => new Date(EXAMPLE_CLOCK),
  });
  const silent = await startFakeContentApi({});
  silent.mode = "refuse";
  const start = (contentApiUrl: string) =>
    startSite({
      contentApiUrl,
      now: () => EXAMPLE_CLOCK,
      isSearched: true,
      env: {
        EVENTS_WRITE_TOKEN: TOKEN,
        FORM_RATE_MAX: "1000",
        PICTURE_KEY,
        PUBLIC_ORIGIN: "https://www.example.org",
      },
    });
  const site = await start(source.url);
  let siteWithSilentSource: Promise<TestSite> | null = null;

  async function replay({ request, given }: Example) {
    const { method, path, headers = {}, body } = request;
    if (given) siteWithSilentSource ??= start(silent.url);
    const { url } = (given && (await siteWithSilentSource)) || site;
    const response = await fetch(url + path, {
      method,
      headers: { accept: "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    /** The parsed body; null without a body. */
    const parsed: unknown = text === "" ? null : JSON.parse(text);
    return { status: response.status, headers: response.headers, body: parsed };
  }

  return {
    site,
    replay,
    close: async () => {
      await site.close();
      await (await siteWithSilentSource)?.close();
      await silent.close();
      await source.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
