import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import t from "tap";
import { openCopyStore } from "../../../../server/bff/copy-store.ts";

t.test("one spoiled copy on disk takes no other with it", async (t) => {
  const dataDir = t.testdir();
  const faults: unknown[] = [];
  const open = () =>
    openCopyStore({
      dataDir,
      policy: { maxCopies: 10, maxBytes: 1_000_000 },
      onDiskFault: (fault) => faults.push(fault),
    });
  const first = open();
  for (const key of ["news a", "news b"])
    first.set(key, { value: { title: key }, fetchedAtMs: 1_000, isDoubted: false });
  first.close();
  const disk = new DatabaseSync(join(dataDir, "copies.sqlite"));
  disk.exec(`UPDATE copies SET json = '{"title":' WHERE key = 'news a'`);
  disk.close();

  const again = open();
  t.equal(again.get("news a"), undefined);
  t.match(again.get("news b"), { value: { title: "news b" } });
  again.set("news a", { value: { title: "anew" }, fetchedAtMs: 2_000, isDoubted: false });
  again.close();
  const last = open();
  t.match(last.get("news a"), { value: { title: "anew" } });
  last.close();
  t.same(faults, []);
});
