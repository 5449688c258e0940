import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import t from "tap";
import type { Delivery, InboxMessage } from "../../../../server/inbox/inbox.ts";
import { draft, until, withInbox } from "./with-inbox.ts";

t.test("what was added is there for the next process, readable for its owner alone", async (t) => {
  const { inbox, dataDir } = withInbox(t);
  const { reference } = await inbox.add(draft({ form: "volunteer", state: "kept", tries: 0 }));
  t.match(reference, /^V-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  const other = withInbox(t, { dataDir });
  t.match(await other.inbox.get(reference), { form: "volunteer", state: "kept", dueAt: null });
  for (const file of ["inbox.sqlite", "inbox.sqlite-wal"])
    t.equal(statSync(join(dataDir, file)).mode & 0o777, 0o600, file);
});

t.test("a delivered message keeps none of its words", async (t) => {
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

t.test(
  "what a dead process was about to deliver is delivered when its lease has ended",
  async (t) => {
    const dying = withInbox(t);
    const { reference } = await dying.inbox.add(draft());
    dying.clock.ms += 5_000;
    let isTaken = false;
    let comeBack: (delivery: Delivery) => void = () => {};
    dying.inbox.startDelivery(
      () =>
        new Promise((resolve) => {
          comeBack = resolve;
          isTaken = true;
        }),
    );
    await until(() => isTaken);

    const heir = withInbox(t, { dataDir: dying.dataDir });
    heir.clock.ms = dying.clock.ms;
    const given: string[] = [];
    heir.inbox.startDelivery(async (message) => {
      given.push(message.reference);
      return { kind: "delivered" };
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    t.same(given, [], "not before");
    heir.clock.ms += 11_000;
    await until(async () => (await heir.inbox.get(reference))?.state === "delivered");
    t.same(given, [reference]);
    comeBack({ kind: "later", retryAfterSeconds: null, fault: "too late to say" });
    await dying.inbox.close();
    t.equal((await heir.inbox.get(reference))?.state, "delivered");
  },
);
