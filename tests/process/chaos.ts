import { randomUUID } from "node:crypto";
import type { Test } from "tap";
import { VOLUNTEER } from "../app/forms/forms-scene.ts";
import { PLEDGE } from "../app/forms/pledge-scene.ts";
import type { PostgresServer } from "../setup/services/postgres-server.ts";
import { type SiteProcess, startSiteProcess } from "../setup/site/site-process.ts";
import type { siteStore } from "../setup/site/site-store.ts";
import { isWhole } from "../setup/whole.ts";

export const COUNT = isWhole ? 200 : 40;
const AT_ONCE = 8;
/** A site is killed, each in turn, when so many are acknowledged. */
const KILLS = isWhole ? [20, 40, 60, 80, 100, 120, 140, 160, 180] : [13, 26];

interface Chaos {
  /** The environment of each instance. */
  instances: readonly Record<string, string>[];
  /** What they share: killed and started again at each second kill, with an instance or alone. */
  postgres?: PostgresServer;
  /** Sends what has this number, under the same key at each try; false when the site did not take it. */
  send: (site: SiteProcess, number: number) => Promise<boolean>;
}

/** Sends `COUNT` of something, each until it is taken, while sites are killed. */
export async function sendThroughKills(
  t: Test,
  { instances, postgres, send }: Chaos,
): Promise<void> {
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
    const isPostgres = kills % 2 === 0;
    const isInstance = postgres === undefined || !isPostgres || kills % 4 === 0;
    restart = restart.then(async () => {
      if (isPostgres) await postgres?.kill();
      if (isInstance) await sites[index]?.kill();
      const isBack = isInstance ? start(instances[index]) : sites[index];
      if (isPostgres) await postgres?.start();
      sites[index] = (await isBack) as SiteProcess;
    });
  }
  const numbers = Array.from({ length: COUNT }, (_, index) => index + 1).values();
  async function sendAll(): Promise<void> {
    for (const number of numbers) {
      for (let turn = number; ; turn += 1) {
        const site = sites[turn % sites.length];
        if (site && (await send(site, number))) break;
        // Another instance takes it at once, where there is one and it has a store.
        if (sites.length === 1 || turn > number) await restart;
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

/** Applications of volunteers, and the reference that each got. */
export function applications() {
  const references = new Map<number, string>();
  const send = async (site: SiteProcess, number: number): Promise<boolean> => {
    const { interests, ...fields } = VOLUNTEER;
    const body = new URLSearchParams({ ...fields, motivation: `application ${number}` });
    for (const interest of interests) body.append("interests", interest);
    const request = { method: "POST", redirect: "manual", body } as const;
    const url = `${site.url}/get-involved?form=volunteer`;
    const response = await fetch(url, request).catch(() => null);
    await response?.body?.cancel();
    if (response?.status !== 303) return false;
    const to = new URL(response.headers.get("location") ?? "", site.url);
    references.set(number, to.searchParams.get("reference") ?? "");
    return true;
  };
  /** Each is stored once, under the reference that its sender got. */
  const isStored = (
    messages: Awaited<ReturnType<Awaited<ReturnType<typeof siteStore>>["inbox"]["list"]>>,
  ) => {
    const stored = messages.filter(({ form }) => form === "volunteer");
    return (
      stored.length === COUNT &&
      stored.every(({ fields, reference }) => {
        const number = Number(String(fields.motivation).split(" ")[1]);
        return references.get(number) === reference;
      })
    );
  };
  return { send, isStored };
}

/** What `pledges` expects to be stored: each once, under the reference that its donor got. */
export const storedPledges = (gifts: readonly { amountMinor: number; reference: string }[]) =>
  gifts
    .map(
      ({ amountMinor, reference }) => [amountMinor / 100, `/donate/thanks/${reference}`] as const,
    )
    .sort(([one], [other]) => one - other);
