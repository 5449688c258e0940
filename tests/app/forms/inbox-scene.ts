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

/** Starts a site over a source and a data folder. The test moves the site's clock and runs the staff's commands on the folder. */
export async function inboxScene(
  t: Test,
  env: Record<string, string> = {},
  extra: SiteOptions["extra"] = {},
) {
  const root = testFolder(t, { data: {} });
  const source = await startFakeContentApi({});
  t.teardown(() => source.close());
  // The clock starts at the real time, because the staff's commands use the clock of the machine.
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
    /** Moves the clock forward by more than an hour a round, until the condition holds. */
    const later = (isSo: () => boolean | Promise<boolean>) =>
      until(async () => {
        if (await isSo()) return true;
        clock.ms += 4_000_000;
        return false;
      });
    return { site, dataDir, post, inbox, staff, messages, later, close };
  };
  /** Copies the folder while the site is open, as a killed process would leave the files, and returns the copy's path. */
  const copyOf = (dataDir: string) => {
    cpSync(dataDir, `${root}/copy`, { recursive: true });
    return `${root}/copy`;
  };
  return { source, clock, start, copyOf, ...(await start(`${root}/data`)) };
}
