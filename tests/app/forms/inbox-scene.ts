import { cpSync } from "node:fs";
import supertest from "supertest";
import type { Test } from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { type SiteOptions, startSite } from "../../setup/site/site.ts";
import { staffCommand } from "../../setup/site/staff-in-process.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { until } from "../../setup/until.ts";
import { CONTACT } from "./forms-scene.ts";

export interface Message {
  reference: string;
  form: string;
  state: string;
  tries: number;
}

/** A site whose clock the test moves, over a source and a folder; staff see what waits in it. */
export async function inboxScene(
  t: Test,
  env: Record<string, string> = {},
  extra: SiteOptions["extra"] = {},
) {
  const root = testFolder(t, { data: {} });
  const source = await startFakeContentApi({});
  t.teardown(() => source.close());
  // Commands of the staff have the clock of the machine.
  const clock = { ms: Date.now() };
  const start = async (dataDir: string) => {
    const site = await startSite({
      contentApiUrl: source.url,
      env: { FORM_RATE_MAX: "1000", FORM_RATE_GLOBAL_MAX: "1000", ...env, DATA_DIR: dataDir },
      now: () => clock.ms,
      extra,
    });
    let isOpen = true;
    const close = async () => {
      if (isOpen) await site.close();
      isOpen = false;
    };
    t.teardown(close);
    const post = (path = "/bff/contact", body: object = CONTACT, key = "") =>
      supertest(site.url)
        .post(path)
        .set(key ? { "idempotency-key": key } : {})
        .send(body);
    const inbox = (...args: string[]) => staffCommand("inbox", dataDir, args);
    const staff = (...args: string[]) => staffCommand("staff", dataDir, args);
    const messages = async (): Promise<Message[]> => JSON.parse((await inbox("list")).stdout);
    /** Lets time pass, an hour and more each round, until it is so. */
    const later = (isSo: () => boolean | Promise<boolean>) =>
      until(async () => {
        if (await isSo()) return true;
        clock.ms += 4_000_000;
        return false;
      });
    return { site, dataDir, post, inbox, staff, messages, later, close };
  };
  /** The folder as a killed process would leave it, for another site. */
  const copyOf = (dataDir: string) => {
    cpSync(dataDir, `${root}/copy`, { recursive: true });
    return `${root}/copy`;
  };
  return { source, clock, start, copyOf, ...(await start(`${root}/data`)) };
}
