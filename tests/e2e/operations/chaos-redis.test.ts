import t from "tap";
import { startEmbeddedApi } from "../../../server/embedded-api/embedded-api.ts";
import { openContactsStore } from "../../../server/embedded-api/store/contacts-store.ts";
import { startChaoticGate } from "../../fakes/chaotic-gate.ts";
import { startRedisServer } from "../../setup/services/redis-server.ts";
import { sendMessages } from "../../setup/site/send-messages.ts";
import { type SiteProcess, startSiteProcess } from "../../setup/site/site-process.ts";
import { testFolder } from "../../setup/test-folder.ts";

const MESSAGES = 200;
const AT_ONCE = 16;
/** One of the two sites is killed, in turn, when this many messages are acknowledged. */
const KILLS = [40, 90, 140];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

t.test(
  "with two sites over one redis, what was acknowledged is at the source once, whoever dies",
  async (t) => {
    const root = testFolder(t, { redis: {} });
    const sourceDir = `${root}/source`;
    const redis = await startRedisServer(`${root}/redis`);
    const api = await startEmbeddedApi({ dataDir: sourceDir, port: 0 });
    const gate = await startChaoticGate(api.url);
    const start = (index: number) =>
      startSiteProcess({
        CONTENT_API_URL: gate.url,
        DATA_DIR: `${root}/site-${index}`,
        REDIS_URL: redis.url,
        FORM_RATE_MAX: "100000",
        FORM_RATE_GLOBAL_MAX: "100000",
        INBOX_MAX_TRIES: "500",
        LOG_LEVEL: "info",
      });
    const sites: [SiteProcess, SiteProcess] = [await start(0), await start(1)];
    t.teardown(async () => {
      await Promise.all(sites.map((site) => site.end()));
      await gate.close();
      await api.close();
      await redis.kill();
    });

    const acknowledged: string[] = [];
    const kills = [...KILLS];
    let restart = Promise.resolve();
    function killWhenDue(): void {
      if (acknowledged.length < (kills[0] ?? Number.POSITIVE_INFINITY)) return;
      const index = kills.length % 2 === 0 ? 0 : 1;
      kills.shift();
      restart = restart.then(async () => {
        await sites[index].kill();
        sites[index] = await start(index);
      });
    }

    await sendMessages({
      count: MESSAGES,
      atOnce: AT_ONCE,
      siteFor: (number, attempt) => sites[(number + attempt) % 2 === 0 ? 0 : 1],
      onTaken: (message) => {
        acknowledged.push(message);
        killWhenDue();
      },
    });
    await restart;
    t.equal(acknowledged.length, MESSAGES);
    t.same(kills, [], "sites were killed three times");

    gate.calm();
    const contacts = openContactsStore({ dataDir: sourceDir, now: () => new Date() });
    const arrived = () => contacts.listContacts().map(({ message }) => message);
    while (new Set(arrived()).size < MESSAGES) await pause(250);
    // Long enough for a second delivery to show itself.
    await pause(2_000);
    t.same(arrived().sort(), acknowledged.sort(), "each once, and no other");
    contacts.close();
  },
);
