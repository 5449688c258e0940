import { randomUUID } from "node:crypto";
import type { Test } from "tap";
import { PLEDGE } from "../app/forms/pledge-scene.ts";
import { type SiteProcess, startSiteProcess } from "../setup/site/site-process.ts";
import { isWhole } from "../setup/whole.ts";

export const COUNT = isWhole ? 200 : 40;
const AT_ONCE = 8;
/** A site is killed, each in turn, when so many are acknowledged. */
const KILLS = isWhole ? [20, 40, 60, 80, 100, 120, 140, 160, 180] : [13, 26];

interface Chaos {
  /** The environment of each instance. */
  instances: readonly Record<string, string>[];
  /** Sends what has this number, under the same key at each try; false when the site did not take it. */
  send: (site: SiteProcess, number: number) => Promise<boolean>;
}

/** Sends `COUNT` of something, each until it is taken, while sites are killed. */
export async function sendThroughKills(t: Test, { instances, send }: Chaos): Promise<void> {
  const limits = { FORM_RATE_MAX: "100000", FORM_RATE_GLOBAL_MAX: "100000" };
  const start = (env: Record<string, string> = {}) => startSiteProcess({ ...limits, ...env });
  const sites = await Promise.all(instances.map(start));
  t.teardown(() => Promise.all(sites.map((site) => site.kill())));
  let [taken, kills] = [0, 0];
  let restart = Promise.resolve();
  function killWhenDue(): void {
    if (taken < (KILLS[kills] ?? Number.POSITIVE_INFINITY)) return;
    const index = kills % sites.length;
    kills += 1;
    restart = restart.then(async () => {
      await sites[index]?.kill();
      sites[index] = await start(instances[index]);
    });
  }
  const numbers = Array.from({ length: COUNT }, (_, index) => index + 1).values();
  async function sendAll(): Promise<void> {
    for (const number of numbers) {
      for (let turn = number; ; turn += 1) {
        const site = sites[turn % sites.length];
        if (site && (await send(site, number))) break;
        // Another instance takes it at once, where there is one.
        if (sites.length === 1) await restart;
      }
      taken += 1;
      killWhenDue();
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
  await restart;
  t.equal(kills, KILLS.length, "so often a site was killed");
}

/** Pledges of as many shillings as their number says, and the page that each donor was led to. */
export function pledges() {
  const keys = Array.from({ length: COUNT + 1 }, () => randomUUID());
  const pages = new Map<number, string>();
  const post = async (site: SiteProcess, number: number): Promise<string | null> => {
    const body = new URLSearchParams({
      ...PLEDGE,
      pledgeKey: keys[number] ?? "",
      amount: String(number),
    });
    const request = { method: "POST", redirect: "manual", body } as const;
    const response = await fetch(`${site.url}/donate/pledge`, request).catch(() => null);
    await response?.body?.cancel();
    return response?.status === 303 ? response.headers.get("location") : null;
  };
  /** Posts it until it is taken, and once more, as a double click does: both lead to one page. */
  const send = async (site: SiteProcess, number: number): Promise<boolean> => {
    for (let posts = 0; posts < 2; posts += 1) {
      const page = await post(site, number);
      if (page === null) return false;
      if (page !== (pages.get(number) ?? page)) throw new Error(`${number} is at ${page} as well`);
      pages.set(number, page);
    }
    return true;
  };
  return { send, pages };
}

/** What `pledges` expects to be stored: each once, under the reference that its donor got. */
export const storedPledges = (gifts: readonly { amountMinor: number; reference: string }[]) =>
  gifts
    .map(
      ({ amountMinor, reference }) => [amountMinor / 100, `/donate/thanks/${reference}`] as const,
    )
    .sort(([one], [other]) => one - other);
