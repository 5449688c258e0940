import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import t from "tap";
import type { Delivery, InboxMessage } from "../../../../../server/submissions/inbox/inbox.ts";
import { until } from "../../../../setup/until.ts";
import { draft, withInbox } from "./with-inbox.ts";

t.test(
  "an added message is visible to another process and readable by its owner alone",
  async (t) => {
    const { inbox, dataDir } = withInbox(t);
    const { reference } = await inbox.add(draft({ form: "volunteer", state: "kept", tries: 0 }));
    t.match(reference, /^V-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    const other = withInbox(t, { dataDir });
    t.match(await other.inbox.get(reference), { form: "volunteer", state: "kept", dueAt: null });
    for (const file of ["inbox.sqlite", "inbox.sqlite-wal"])
      t.equal(statSync(join(dataDir, file)).mode & 0o777, 0o600, file);
  },
);

t.test("the fields of a delivered message are erased from the file", async (t) => {
  const { inbox, clock, dataDir } = withInbox(t);
  const { reference } = await inbox.add(draft({ fields: { message: "a very secret sentence" } }));
  const seen: InboxMessage[] = [];
  inbox.startDelivery(async (message) => {
    seen.push(message);
    return { kind: "delivered" };
  });
  clock.ms += 5_000;
  await until(async () => (await inbox.get(reference))?.state === "delivered");
  t.match(seen, [{ reference, tries: 2, fields: { message: "a very secret sentence" } }]);
  t.same((await inbox.get(reference))?.fields, {});
  await inbox.close();
  t.notMatch(await readFile(join(dataDir, "inbox.sqlite"), "latin1"), "very secret");
});

t.test("a message claimed by a crashed process is delivered after its lease", async (t) => {
  const crashed = withInbox(t);
  const { reference } = await crashed.inbox.add(draft());
  crashed.clock.ms += 5_000;
  let isClaimed = false;
  let finishLate: (delivery: Delivery) => void = () => {};
  crashed.inbox.startDelivery(
    () =>
      new Promise((resolve) => {
        finishLate = resolve;
        isClaimed = true;
      }),
  );
  await until(() => isClaimed);

  const successor = withInbox(t, { dataDir: crashed.dataDir });
  successor.clock.ms = crashed.clock.ms;
  const given: string[] = [];
  successor.inbox.startDelivery(async (message) => {
    given.push(message.reference);
    return { kind: "delivered" };
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  t.same(given, [], "not before");
  successor.clock.ms += 11_000;
  await until(async () => (await successor.inbox.get(reference))?.state === "delivered");
  t.same(given, [reference]);
  finishLate({ kind: "later", retryAfterSeconds: null, error: "after the lease" });
  await crashed.inbox.close();
  t.equal((await successor.inbox.get(reference))?.state, "delivered");
});
