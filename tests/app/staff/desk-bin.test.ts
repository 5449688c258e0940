import t from "tap";
import { DAY_MS } from "../../../shared/time.ts";
import { CONTACT, VOLUNTEER } from "../forms/forms-scene.ts";
import { deskScene, staffBrowser } from "./desk-scene.ts";

const plain = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
const versionIn = (html: string) => /name="version" value="(\d+)"/.exec(html)?.[1] ?? "";

t.test("a deleted message is in the bin: listed, counted, put back as it was", async (t) => {
  const { signIn, post, inbox, clock, site } = await deskScene(t);
  const { reference } = (await post("/bff/contact", CONTACT)).body.data;
  clock.ms += 1_000;
  const other = (await post("/bff/volunteer", VOLUNTEER)).body.data.reference;
  const path = `/staff/messages/${reference}`;
  const asha = await signIn();
  await asha.post(path, { action: "done" });
  const deleted = await asha.post(path, { action: "delete" });
  const lead = deleted.headers.get("location") ?? "";
  t.match(lead, `notice=delete&about=${reference}&before=done`);
  t.match(await asha.text(lead), /value="undo"/);
  for (const state of ["new", "done", "spam", "waiting", "all"])
    t.notMatch(await asha.text(`/staff/messages?state=${state}`), `${reference}:`, state);
  const bin = await asha.text("/staff/messages?state=bin");
  t.match(bin, `${reference}:bin`);
  t.match(plain(bin), /Open +1 Waiting for reply +0 Done +0 Spam +0 All +1 Bin +1 /);
  t.match(plain(bin), "Messages stay here for 30 days.");
  t.match(bin, 'value="restore"');
  t.notMatch(
    await asha.text(`/staff/messages/${other}`),
    "other message",
    "others are counted without it",
  );
  t.match(plain(await asha.text(path)), "This message is in the bin, and will be erased on");
  for (const action of ["done", "new", "spam"]) {
    const late = await asha.post(path, { action });
    t.equal(late.status, 409, `${action} is for messages outside the bin`);
  }
  t.notMatch(await asha.text("/staff/messages/file?state=all"), reference);
  t.match(await asha.text("/staff/messages/file?state=bin"), reference);
  t.notMatch((await inbox("list")).stdout, reference);
  t.notMatch((await inbox("export")).stdout, reference);
  t.match(JSON.parse((await inbox("export", "--bin")).stdout), [{ reference, binned: /^20/ }]);
  const restored = await asha.post(path, {
    action: "restore",
    version: versionIn(await asha.text(path)),
  });
  t.match(restored.headers.get("location"), `${path}?notice=restore`);
  const { db } = site.app.store;
  const row = db.selectFrom("messages").selectAll().where("reference", "=", reference);
  t.match(await row.execute(), [{ deskState: "done", binnedAt: null, binnedFrom: null }]);
  t.match(plain(await asha.text(path)), "asha@example.org, put back from the bin");
  await asha.postAll("/staff/messages", [
    ["item", `${reference}:done`],
    ["action", "delete"],
  ]);
  t.equal((await inbox("restore", reference)).stdout, `Message restored: ${reference}\n`);
  t.equal((await inbox("restore", reference)).code, 1);
  await asha.postAll("/staff/messages", [
    ["item", `${reference}:done`],
    ["action", "delete"],
  ]);
  await asha.postAll("/staff/messages?state=bin", [
    ["item", `${reference}:bin`],
    ["action", "restore"],
  ]);
  t.match(await row.execute(), [{ deskState: "done", binnedAt: null }]);
});

t.test("what a colleague did meanwhile with a message in the bin is not overwritten", async (t) => {
  const { signIn, post } = await deskScene(t);
  const { reference } = (await post("/bff/contact", CONTACT)).body.data;
  const path = `/staff/messages/${reference}`;
  const [asha, juma] = [await signIn(), await signIn("juma@example.org")];
  const version = versionIn(await asha.text(path));
  await juma.post(path, { action: "delete", version });
  for (const action of ["done", "spam", "erase"]) {
    const late = await asha.post(path, { action, version });
    t.equal(late.status, 409, action);
    t.match(plain(await late.text()), "juma@example.org, moved to the bin (");
  }
  const inBin = versionIn(await asha.text(path));
  await juma.post(path, { action: "restore", version: inBin });
  t.equal((await asha.post(path, { action: "erase", version: inBin })).status, 409);
  const late = await asha.postAll("/staff/messages?state=bin", [
    ["item", `${reference}:bin`],
    ["action", "erase"],
    ["sure", "1"],
  ]);
  t.match(late.headers.get("location"), "left=1");
  t.equal((await asha.get(path)).status, 200);
});

t.test(
  "the bin is emptied after thirty days; what is erased for good is gone at once",
  async (t) => {
    const scene = await deskScene(t);
    const { signIn, post, site, clock, start, dataDir, close } = scene;
    // Links that sign in have the time of the machine, so the days before are those that passed.
    const today = clock.ms;
    clock.ms = today - 2 * DAY_MS;
    const write = async (message: string): Promise<string> =>
      (await post("/bff/contact", { ...CONTACT, message })).body.data.reference;
    const [old, young, kept] = [await write("old"), await write("young"), await write("kept")];
    const asha = await signIn();
    const note = async (reference: string) => {
      const path = `/staff/messages/${reference}`;
      await asha.post(path, { action: "note", text: "A note", version: "0" });
    };
    for (const reference of [old, young, kept]) await note(reference);
    await asha.post(`/staff/messages/${old}`, { action: "delete" });
    clock.ms += 2 * DAY_MS;
    const later = await signIn();
    await later.post(`/staff/messages/${young}`, { action: "delete" });
    const { db } = site.app.store;
    const erased = await later.post(`/staff/messages/${kept}`, { action: "erase" });
    const said = await later.text(erased.headers.get("location") ?? "");
    t.match(said, `Message ${kept} erased for good.`);
    t.notMatch(said, 'value="undo"');
    const left = async (of = db) => {
      const entries = await of.selectFrom("messageEntries").select("message").execute();
      const messages = await of.selectFrom("messages").select("reference").execute();
      return [entries.map(({ message }) => message), messages.map((row) => row.reference)];
    };
    t.same(
      (await left()).map((some) => some.toSorted()),
      [[old, young].toSorted(), [old, young].toSorted()],
    );
    await close();
    clock.ms += 29 * DAY_MS;
    const next = await start(dataDir);
    const store = next.site.app.store.db;
    t.same(await left(store), [[young], [young]], "its notes, too");
    const browser = staffBrowser(next.site.url);
    t.equal((await browser.get(`/staff/messages/${old}`)).status, 303);
  },
);

t.test("a message that comes again leaves the bin", async (t) => {
  const { signIn, post, site } = await deskScene(t);
  const { reference } = (await post("/bff/volunteer", VOLUNTEER)).body.data;
  const asha = await signIn();
  await asha.post(`/staff/messages/${reference}`, { action: "delete" });
  const again = await post("/bff/volunteer", VOLUNTEER);
  t.equal(again.body.data.reference, reference);
  const { db } = site.app.store;
  t.match(await db.selectFrom("messages").selectAll().execute(), [{ deskState: "new" }]);
});
