import t from "tap";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { startPostgres } from "../setup/services/postgres-server.ts";
import { siteStore } from "../setup/site/site-store.ts";
import { testFolder } from "../setup/test-folder.ts";
import { applications, pledges, sendThroughKills, storedPledges } from "./chaos.ts";

t.test(
  "two instances and their PostgreSQL, killed in turn: nothing lost, nothing doubled",
  async (t) => {
    const root = testFolder(t, { one: {}, two: {} });
    const postgres = await startPostgres();
    t.teardown(postgres.kill);
    const source = await startFakeContentApi({});
    t.teardown(source.close);
    const [gifts, volunteers] = [pledges(), applications()];
    // Both start at once, on an empty database.
    const instances = ["one", "two"].map((name) => ({
      CONTENT_API_URL: source.url,
      DATA_DIR: `${root}/${name}`,
      DATABASE_URL: postgres.url,
    }));
    await sendThroughKills(t, {
      instances,
      postgres,
      send: async (site, number) =>
        (await gifts.send(site, number)) && (await volunteers.send(site, number)),
    });
    const stored = await siteStore(t, root, postgres.url);
    t.same(
      storedPledges(await stored.gifts.list({})),
      [...gifts.pages].sort(([one], [other]) => one - other),
    );
    t.ok(volunteers.isStored(await stored.inbox.list({})), "each application");
  },
);
