import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedApi } from "../../../server/embedded-api/embedded-api.ts";
import type { ExampleCall, Given } from "../../../server/openapi/examples/example-call.ts";
import { type Mode, startFakeContentApi } from "../../fakes/content-api.ts";
import { startSite, type TestSite } from "./site.ts";

/** The day the examples speak of. */
const EXAMPLE_CLOCK = Date.parse("2026-06-15T09:00:00Z");
/** How the failing source fails. */
const modes: Readonly<Record<string, Mode>> = {
  "source-silent": "refuse",
  "source-nonsense": "nonsense",
};
const TOKEN = "a-token-of-the-staff";

/** Headers that say what a response is, for whoever looks closer. */
export interface Replayed {
  status: number;
  headers: Headers;
  /** Parsed; null without a body. */
  body: unknown;
}

/** The site in every state an example needs, over the seed of the embedded source, on one day. */
export async function startExampleScene(): Promise<{
  site: TestSite;
  replay: (call: ExampleCall) => Promise<Replayed>;
  close: () => Promise<void>;
}> {
  const dataDir = mkdtempSync(join(tmpdir(), "examples-"));
  const source = await startEmbeddedApi({
    dataDir,
    port: 0,
    now: () => new Date(EXAMPLE_CLOCK),
  });
  const failing = await startFakeContentApi({});
  const start = (contentApiUrl: string, env: Record<string, string> = {}) =>
    startSite({
      contentApiUrl,
      now: () => EXAMPLE_CLOCK,
      env: { EVENTS_WRITE_TOKEN: TOKEN, FORM_RATE_MAX: "1000", ...env },
    });
  const site = await start(source.url);
  const others: Record<Given, TestSite> = {
    "source-down": await start(failing.url),
    "source-silent": await start(failing.url),
    "source-nonsense": await start(failing.url),
    "few-posts": await start(source.url, { FORM_RATE_MAX: "1" }),
    "no-token": await start(source.url, { EVENTS_WRITE_TOKEN: "" }),
  };

  async function request(url: string, { method, path, headers = {}, body, rawBody }: ExampleCall) {
    const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(url + path, {
      method,
      headers: { accept: "application/json", ...headers },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? null : JSON.parse(text),
    };
  }

  return {
    site,
    replay: async (call) => {
      failing.mode = modes[call.given ?? "source-down"] ?? "error";
      const { url } = call.given ? others[call.given] : site;
      if (call.given === "few-posts") await request(url, call);
      return request(url, call);
    },
    close: async () => {
      for (const one of [site, ...Object.values(others)]) await one.close();
      await failing.close();
      await source.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
