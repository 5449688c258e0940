import t, { type Test } from "tap";
import { createGiftStore } from "../../../server/giving/store/create-gift-store.ts";
import { openRedisGifts } from "../../../server/giving/store/redis-gifts.ts";
import { openSqliteGifts } from "../../../server/giving/store/sqlite-gifts.ts";
import { openRedisLink } from "../../../server/storage/redis-connection.ts";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { startFakeFlutterwave } from "../../fakes/flutterwave.ts";
import { freePort } from "../../setup/services/free-port.ts";
import { startRedisServer } from "../../setup/services/redis-server.ts";
import { type SiteProcess, startSiteProcess } from "../../setup/site/site-process.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { checkGifts, giveAndKill, paymentSettings, type Victim } from "./payment-trial.ts";

const GIFTS = 200;

async function startVictim(t: Test, env: Record<string, string>): Promise<Victim> {
  const PORT = String(await freePort());
  const start = () => startSiteProcess({ ...env, PORT });
  let site: SiteProcess = await start();
  t.teardown(() => site.end());
  return {
    url: site.url,
    kill: () => site.kill(),
    start: async () => {
      site = await start();
    },
  };
}

async function scene(t: Test) {
  const fake = await startFakeFlutterwave();
  const source = await startFakeContentApi({});
  t.teardown(async () => {
    await fake.close();
    await source.close();
  });
  return { fake, env: { CONTENT_API_URL: source.url, ...paymentSettings(fake) } };
}

t.test("kill -9 at every step of 200 gifts loses, doubles and invents none", async (t) => {
  const { fake, env } = await scene(t);
  const DATA_DIR = testFolder(t);
  const victim = await startVictim(t, { ...env, DATA_DIR });
  const references = await giveAndKill({ fake, victims: [victim] }, GIFTS);
  const gifts = createGiftStore(openSqliteGifts(DATA_DIR));
  t.teardown(gifts.close);
  await checkGifts(t, { fake, gifts, references });
});

t.test("the same holds for two instances over one Redis", async (t) => {
  const { fake, env } = await scene(t);
  const root = testFolder(t, { redis: {} });
  const redis = await startRedisServer(`${root}/redis`);
  t.teardown(redis.kill);
  const REDIS_URL = redis.url;
  const victims = [
    await startVictim(t, { ...env, REDIS_URL, DATA_DIR: `${root}/a` }),
    await startVictim(t, { ...env, REDIS_URL, DATA_DIR: `${root}/b` }),
  ];
  const references = await giveAndKill({ fake, victims }, GIFTS);
  const link = openRedisLink({ url: redis.url, onChange: () => {} });
  t.teardown(link.close);
  await link.ready();
  await checkGifts(t, { fake, gifts: createGiftStore(openRedisGifts(link)), references });
});
