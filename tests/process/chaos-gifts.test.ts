import t from "tap";
import { createGiftStore } from "../../server/giving/store/create-gift-store.ts";
import { openRedisGifts } from "../../server/giving/store/redis-gifts.ts";
import { openRedisLink } from "../../server/storage/redis-connection.ts";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { startRedisServer } from "../setup/services/redis-server.ts";
import { testFolder } from "../setup/test-folder.ts";
import { pledges, sendThroughKills, storedPledges } from "./chaos.ts";

t.test("two instances over Redis, each killed in turn: no gift lost, none doubled", async (t) => {
  const root = testFolder(t, { redis: {}, one: {}, two: {} });
  const redis = await startRedisServer(`${root}/redis`);
  t.teardown(redis.kill);
  const source = await startFakeContentApi({});
  t.teardown(source.close);
  const link = openRedisLink({ url: redis.url, onChange: () => {} });
  t.teardown(link.close);
  await link.ready();
  const { send, pages } = pledges();
  const instances = ["one", "two"].map((name) => ({
    CONTENT_API_URL: source.url,
    DATA_DIR: `${root}/${name}`,
    REDIS_URL: redis.url,
  }));
  await sendThroughKills(t, { instances, send });
  const stored = await createGiftStore(openRedisGifts(link)).list({});
  t.same(
    storedPledges(stored),
    [...pages].sort(([one], [other]) => one - other),
  );
});
