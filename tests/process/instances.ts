import type { Test } from "tap";
import { startPostgres } from "../setup/services/postgres-server.ts";
import { startSite, type TestSite } from "../setup/site/site.ts";
import { testFolder } from "../setup/test-folder.ts";

/**
 * Starts a real PostgreSQL, and as many instances over one source as the test wants. The instances share nothing else, so they need no
 * separate processes; chaos.test.ts and payments.test.ts kill instances.
 */
export async function startInstances(
  t: Test,
  { source, env = {} }: { source: { url: string }; env?: Record<string, string> },
) {
  const root = testFolder(t);
  const postgres = await startPostgres();
  const sites = new Set<TestSite>();
  t.teardown(async () => {
    await Promise.all([...sites].map((site) => site.close()));
    await postgres.kill();
  });
  const settingsOf = (name: string) => ({
    CONTENT_API_URL: source.url,
    DATABASE_URL: postgres.url,
    DATA_DIR: `${root}/${name}`,
    ...env,
  });
  /** Starts an instance with its own folder, which it finds again under the same name. `aheadMs` sets its clock ahead. */
  const start = async (name: string, aheadMs = 0) => {
    const site = await startSite({
      contentApiUrl: source.url,
      env: settingsOf(name),
      now: () => Date.now() + aheadMs,
    });
    sites.add(site);
    const close = async () => {
      sites.delete(site);
      await site.close();
    };
    return { ...site, close };
  };
  return { postgres, settingsOf, start };
}

/** Counts an instance's log messages that match a pattern. */
export const timesLogged = ({ logs }: TestSite, words: RegExp): number =>
  logs.filter(({ msg }) => words.test(String(msg))).length;
