import t from "tap";
import { startEmbeddedApi } from "../../../server/embedded-api/embedded-api.ts";
import { openContactsStore } from "../../../server/embedded-api/store/contacts-store.ts";
import { openSqliteInbox } from "../../../server/submissions/inbox/sqlite-inbox.ts";
import { startChaoticGate } from "../../fakes/chaotic-gate.ts";
import { sendMessages } from "../../setup/site/send-messages.ts";
import { type SiteProcess, startSiteProcess } from "../../setup/site/site-process.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { until } from "../../setup/until.ts";

const MESSAGES = 200;
const AT_ONCE = 16;
/** The site is killed when this many messages are acknowledged. */
const KILLS = [40, 90, 140];

t.test(
  "what was acknowledged is at the source once, whatever fails and whoever dies",
  async (t) => {
    const root = testFolder(t);
    const [sourceDir, siteDir] = [`${root}/source`, `${root}/site`];
    const api = await startEmbeddedApi({ dataDir: sourceDir, port: 0 });
    const gate = await startChaoticGate(api.url);
    const start = () =>
      startSiteProcess({
        CONTENT_API_URL: gate.url,
        DATA_DIR: siteDir,
        LOG_LEVEL: "info",
        FORM_RATE_MAX: "100000",
        FORM_RATE_GLOBAL_MAX: "100000",
        INBOX_MAX_TRIES: "500",
      });
    let site: SiteProcess = await start();
    t.teardown(async () => {
      await site.end();
      await gate.close();
      await api.close();
    });

    const acknowledged: string[] = [];
    const kills = [...KILLS];
    let restart = Promise.resolve();
    function killWhenDue(): void {
      if (acknowledged.length < (kills[0] ?? Number.POSITIVE_INFINITY)) return;
      kills.shift();
      restart = restart.then(async () => {
        await site.kill();
        site = await start();
      });
    }

    await sendMessages({
      count: MESSAGES,
      atOnce: AT_ONCE,
      siteFor: () => site,
      onTaken: (message) => {
        acknowledged.push(message);
        killWhenDue();
      },
    });
    await restart;
    t.equal(acknowledged.length, MESSAGES);
    t.same(kills, [], "the site was killed three times");
    for (const fate of ["refused", "busy", "hangs", "lost", "lost by timeout", "fault"])
      t.ok((gate.met.get(fate) ?? 0) > 0, `${fate}: ${gate.met.get(fate)} times`);

    gate.calm();
    const inbox = openSqliteInbox({
      dataDir: siteDir,
      maxTries: 1,
      now: Date.now,
      onError: t.error,
    });
    const stored = await inbox.list({});
    t.ok(stored.length > 20, `${stored.length} were stored`);
    await until(async () => (await inbox.list({ state: "waiting" })).length === 0);
    t.equal((await inbox.list({ state: "dead" })).length, 0);
    await inbox.close();

    const contacts = openContactsStore({ dataDir: sourceDir, now: () => new Date() });
    const arrived = contacts.listContacts().map(({ message }) => message);
    contacts.close();
    t.same(arrived.sort(), acknowledged.sort(), "each once, and no other");
  },
);
