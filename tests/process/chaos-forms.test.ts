import t from "tap";
import { startEmbeddedApi } from "../../server/embedded-api/embedded-api.ts";
import { openContactsStore } from "../../server/embedded-api/store/contacts-store.ts";
import { createGiftStore } from "../../server/giving/store/create-gift-store.ts";
import { openSqliteGifts } from "../../server/giving/store/sqlite-gifts.ts";
import { openSqliteInbox } from "../../server/submissions/inbox/sqlite-inbox.ts";
import { startChaoticGate } from "../fakes/chaotic-gate.ts";
import type { SiteProcess } from "../setup/site/site-process.ts";
import { testFolder } from "../setup/test-folder.ts";
import { until } from "../setup/until.ts";
import { COUNT, pledges, sendThroughKills, storedPledges } from "./chaos.ts";

async function sendMessage(site: SiteProcess, number: number): Promise<boolean> {
  const response = await fetch(`${site.url}/bff/contact`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": `message-${number}` },
    body: JSON.stringify({
      name: "A",
      email: "a@example.org",
      subject: "S",
      message: `message ${number}`,
    }),
  }).catch(() => null);
  await response?.body?.cancel();
  return response?.ok === true;
}

t.test(
  "what a site over SQLite took is there once, whatever fails and however often it dies",
  async (t) => {
    const root = testFolder(t, { source: {}, site: {} });
    const [sourceDir, siteDir] = [`${root}/source`, `${root}/site`];
    const api = await startEmbeddedApi({ dataDir: sourceDir, port: 0 });
    t.teardown(api.close);
    const gate = await startChaoticGate(api.url);
    t.teardown(gate.close);
    const gifts = pledges();
    await sendThroughKills(t, {
      instances: [{ CONTENT_API_URL: gate.url, DATA_DIR: siteDir, INBOX_MAX_TRIES: "500" }],
      send: async (site, number) =>
        (await gifts.send(site, number)) && (await sendMessage(site, number)),
    });
    const fates = ["refused", "busy", "hangs", "lost", "lost by timeout", "fault"];
    t.same(
      fates.filter((fate) => !gate.met.has(fate)),
      [],
      "the source failed in every way",
    );

    gate.calm();
    const inbox = openSqliteInbox({
      dataDir: siteDir,
      maxTries: 1,
      now: Date.now,
      onError: t.error,
    });
    t.ok((await inbox.list({})).length > 0, "some waited on the site");
    await until(async () => (await inbox.list({ state: "waiting" })).length === 0);
    t.same(await inbox.list({ state: "dead" }), []);
    await inbox.close();
    const contacts = openContactsStore({ dataDir: sourceDir, now: () => new Date() });
    const arrived = contacts.listContacts().map(({ message }) => message);
    contacts.close();
    const sent = Array.from({ length: COUNT }, (_, index) => `message ${index + 1}`);
    t.same(arrived.sort(), sent.sort(), "each message at the source");

    const store = createGiftStore(openSqliteGifts(siteDir));
    t.same(
      storedPledges(await store.list({})),
      [...gifts.pages].sort(([one], [other]) => one - other),
      "each gift under the reference that its donor got",
    );
    await store.close();
  },
);
