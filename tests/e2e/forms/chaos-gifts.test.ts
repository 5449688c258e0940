import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import t, { type Test } from "tap";
import { createGiftStore } from "../../../server/giving/store/create-gift-store.ts";
import type { GiftStore } from "../../../server/giving/store/gift-store.ts";
import { openRedisGifts } from "../../../server/giving/store/redis-gifts.ts";
import { openSqliteGifts } from "../../../server/giving/store/sqlite-gifts.ts";
import { openRedisLink } from "../../../server/storage/redis-connection.ts";
import { PLEDGE } from "../../app/forms/pledge-scene.ts";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { startRedisServer } from "../../setup/services/redis-server.ts";
import { type SiteProcess, startSiteProcess } from "../../setup/site/site-process.ts";
import { testFolder } from "../../setup/test-folder.ts";

const AT_ONCE = 8;

interface Chaos {
  pledges: number;
  /** A site is killed each time when so many more are acknowledged. */
  killEvery: number;
  /** The environment of each instance. */
  instances: readonly Record<string, string>[];
  gifts: GiftStore;
}

/** Where a pledge leads; null when nobody answered. */
async function post(site: SiteProcess, body: URLSearchParams): Promise<string | null> {
  const request = { method: "POST", redirect: "manual", body } as const;
  const response = await fetch(`${site.url}/donate/pledge`, request).catch(() => null);
  return response?.status === 303 ? response.headers.get("location") : null;
}

async function survive(t: Test, { pledges, killEvery, instances, gifts }: Chaos) {
  const source = await startFakeContentApi({});
  const limits = { FORM_RATE_MAX: "100000", FORM_RATE_GLOBAL_MAX: "100000" };
  const start = (env: Record<string, string> = {}) =>
    startSiteProcess({ CONTENT_API_URL: source.url, ...limits, ...env });
  const sites = await Promise.all(instances.map(start));
  t.teardown(async () => {
    await Promise.all(sites.map((site) => site.kill()));
    await source.close();
  });
  const acknowledged: string[] = [];
  let kills = 0;
  let restart = Promise.resolve();
  function killWhenDue(): void {
    if (acknowledged.length < (kills + 1) * killEvery) return;
    const index = kills % sites.length;
    kills += 1;
    restart = restart.then(async () => {
      await sites[index]?.kill();
      sites[index] = await start(instances[index]);
    });
  }
  let next = 0;
  /** Repeats each pledge until an instance takes it, then once more, as a double click does. */
  async function donate(): Promise<void> {
    while (next < pledges) {
      const index = next++;
      const body = new URLSearchParams({
        ...PLEDGE,
        pledgeKey: randomUUID(),
        amount: String(index + 1),
      });
      for (let turn = index, taken = 0; taken < 2; turn += 1) {
        const site = sites[turn % sites.length];
        const page = site ? await post(site, body) : null;
        if (page === null) await wait(50);
        else if (++taken === 1) {
          acknowledged.push(page);
          killWhenDue();
        } else
          t.equal(
            page,
            acknowledged.find((one) => one === page),
            "the same gift again",
          );
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, donate));
  await restart;
  t.ok(kills >= Math.floor(pledges / killEvery) - 1, `${kills} kills`);
  const stored = await gifts.list({});
  const amounts = stored.map(({ amountMinor }) => amountMinor / 100).sort((a, b) => a - b);
  t.same(
    amounts,
    Array.from({ length: pledges }, (_, index) => index + 1),
    "each once",
  );
  t.same(
    stored.map(({ reference }) => `/donate/thanks/${reference}`).sort(),
    acknowledged.sort(),
    "under the reference that its donor got",
  );
}

t.test("200 pledges, a process that is killed ten times: none lost, none doubled", async (t) => {
  const dataDir = testFolder(t);
  const gifts = createGiftStore(openSqliteGifts(dataDir));
  t.teardown(() => gifts.close());
  await survive(t, { pledges: 200, killEvery: 20, instances: [{ DATA_DIR: dataDir }], gifts });
});

t.test("two instances over Redis, each killed in turn: the same", async (t) => {
  const root = testFolder(t, { redis: {}, one: {}, two: {} });
  const redis = await startRedisServer(`${root}/redis`);
  t.teardown(redis.kill);
  const link = openRedisLink({ url: redis.url, onChange: () => {} });
  t.teardown(link.close);
  await link.ready();
  const instances = ["one", "two"].map((name) => ({
    DATA_DIR: `${root}/${name}`,
    REDIS_URL: redis.url,
  }));
  const gifts = createGiftStore(openRedisGifts(link));
  await survive(t, { pledges: 200, killEvery: 25, instances, gifts });
});
