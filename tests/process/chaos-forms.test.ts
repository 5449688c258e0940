import t from "tap";
import { startEmbeddedApi } from "../../server/embedded-api/embedded-api.ts";
import type { InboxState } from "../../server/forms/inbox.ts";
import { startChaoticGate } from "../fakes/chaotic-gate.ts";
import type { SiteProcess } from "../setup/site/site-process.ts";
import { siteStore } from "../setup/site/site-store.ts";
import { testFolder } from "../setup/test-folder.ts";
import { until } from "../setup/until.ts";
import { applications, COUNT, pledges, sendThroughKills, storedPledges } from "./chaos.ts";

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
    const [gifts, volunteers] = [pledges(), applications()];
    await sendThroughKills(t, {
      instances: [{ CONTENT_API_URL: gate.url, DATA_DIR: siteDir, INBOX_MAX_TRIES: "500" }],
      send: async (site, number) =>
        (await gifts.send(site, number)) &&
        (await volunteers.send(site, number)) &&
        (await sendMessage(site, number)),
    });
    const fates = ["refused", "busy", "hangs", "lost", "lost by timeout", "fault"];
    t.same(
      fates.filter((fate) => !gate.met.has(fate)),
      [],
      "the source failed in every way",
    );

    gate.calm();
    const { inbox, gifts: stored } = await siteStore(t, siteDir);
    const contacts = (state: InboxState) => inbox.list({ form: "contact", state });
    await until(async () => (await contacts("waiting")).length === 0);
    t.same(await contacts("dead"), []);
    const arrived = await (await siteStore(t, sourceDir)).inbox.list({});
    t.same(
      arrived.map(({ fields }) => fields.message).sort(),
      Array.from({ length: COUNT }, (_, index) => `message ${index + 1}`).sort(),
      "each message at the source",
    );
    t.equal((await contacts("delivered")).length, COUNT, "each under its reference");
    t.ok(volunteers.isStored(await inbox.list({})), "each application");
    t.same(
      storedPledges(await stored.list({})),
      [...gifts.pages].sort(([one], [other]) => one - other),
      "each gift under the reference that its donor got",
    );
  },
);
