import { cpSync, readdirSync, statSync, writeFileSync } from "node:fs";
import t from "tap";
import { staffProcess } from "../../setup/site/staff-in-process.ts";
import { CONTACT, VOLUNTEER } from "../forms/forms-scene.ts";
import { inboxScene } from "../forms/inbox-scene.ts";

const FIELDS = {
  name: "Asha, Juma",
  email: "asha@example.org",
  phoneNumber: "+255 000 000 001",
  subject: '=HYPERLINK("https://evil.example")',
  message: 'She said "habari"\nand left',
};

t.test("staff list, read, send and erase what the site has stored, while it runs", async (t) => {
  const { post, inbox, source, clock } = await inboxScene(t);
  await post("/bff/contact", { ...FIELDS, faxNumber: "1" });
  clock.ms += 1_000;
  await post("/bff/volunteer", VOLUNTEER);
  const out = async (...args: string[]) => (await inbox(...args)).stdout;
  const list = JSON.parse(await out("list"));
  t.match(list, [
    { form: "volunteer", state: "kept" },
    { form: "contact", state: "held" },
  ]);
  const { reference } = list[1];
  for (const text of [await out("list"), await out("list", "--format", "csv")])
    t.notMatch(text, /Asha|asha@|habari/, "a list names nobody");
  const [head, row] = (await out("export", "--form", "contact", "--format", "csv")).split("\r\n");
  t.match(
    head,
    /^\uFEFFreference,form,state,received,.*,name,email,phoneNumber,subject,message,assigned,answered,replies,notes,binned$/,
  );
  t.match(row, '"Asha, Juma",asha@example.org,"\t+255 000 000 001"');
  t.match(row, `"'=HYPERLINK(""https://evil.example"")"`, "no formula");
  t.match(row, '"She said ""habari""\nand left"');
  t.match(JSON.parse(await out("export", "--state", "held", "--since", "2026-06-17")), [FIELDS]);
  t.match(await out("show", reference.toLowerCase()), "habari");

  t.equal(
    await out("retry", "--all-dead"),
    "Messages to be delivered again: 0\n",
    "held ones stay",
  );
  t.equal(source.contacts.size, 0);
  t.equal(await out("delete", reference), `Message deleted: ${reference}\n`);
  t.equal(JSON.parse(await out("list")).length, 1);
  t.same(JSON.parse(await out("list", "--page", "2")), []);
});

t.test("a spreadsheet gets telephone numbers as they were typed, and no formula", async (t) => {
  const { post, inbox } = await inboxScene(t);
  const cells = [
    ["+255-754-123-456", "\t+255-754-123-456"],
    ["+255754123456", "\t+255754123456"],
    ["0754123456", "\t0754123456"],
    ["(022) 277-1234", "\t(022) 277-1234"],
    ["+255.22.277 ext. 12 (Asha)", "\t+255.22.277 ext. 12 (Asha)"],
    ["+SUM(1,2)", "'+SUM(1,2)"],
    ["+1+cmd|' /C calc'!A0", "'+1+cmd|' /C calc'!A0"],
    ["@SUM(1,2)", "'@SUM(1,2)"],
    ["-2+3", "'-2+3"],
    ["＝1+2", "'＝1+2"],
    ["255;=1+2", "255;=1+2"],
  ] as const;
  for (const [phoneNumber] of cells)
    await post("/bff/contact", { ...FIELDS, phoneNumber, faxNumber: "1" });
  const { stdout } = await inbox("export", "--format", "csv");
  for (const [typed, cell] of cells) t.ok(stdout.replaceAll('"', "").includes(`,${cell},`), typed);
  t.match(stdout, ',"255;=1+2",', "a semicolon does not end a cell");
});

t.test("a command that cannot be done says why in a line, and changes nothing", async (t) => {
  const { inbox } = await inboxScene(t);
  const lines = [
    "list --state lost",
    "list --since yesterday",
    "show",
    "show V-0",
    "retry V-0",
    "delete V-0",
    "burn",
    "list --format xml",
    "list --page 0",
  ];
  const answers = await Promise.all(lines.map((line) => inbox(...line.split(" "))));
  t.same(
    answers.map(({ code, stdout }) => [code, stdout]),
    lines.map(() => [1, ""]),
  );
  t.equal(answers[3]?.stderr, "No message V-0 was found\n");
});

t.test("a backup is a new file that only its owner can read; old ones are deleted", async (t) => {
  const { post, dataDir, source } = await inboxScene(t);
  source.mode = "refuse";
  await post("/bff/contact", CONTACT);
  const place = `${dataDir}/new/backups`;
  t.match(await staffProcess("backup", dataDir, ["--help"]), { code: 0, stdout: /--keep DAYS/ });
  const { stdout, code } = await staffProcess("backup", dataDir, [place]);
  t.equal(code, 0);
  const [first = ""] = readdirSync(place);
  t.match(first, /^site-[\d-]{10}T[\d-]{8}Z\.sqlite$/);
  t.match(stdout, `${place}/${first}`);
  t.equal(statSync(`${place}/${first}`).mode & 0o777, 0o600);
  const restored = `${dataDir}/restored`;
  cpSync(`${place}/${first}`, `${restored}/site.sqlite`);
  const listed = await staffProcess("inbox", restored, ["list"]);
  t.match(JSON.parse(listed.stdout), [{ state: "waiting" }]);

  const [old, foreign] = ["site-2020-01-31T02-00-00Z.sqlite", "mine-2020.sqlite"];
  for (const name of [old, foreign]) writeFileSync(`${place}/${name}`, "");
  for (const [args, env] of [
    [[], dataDir],
    [[place, "--keep", "0"], dataDir],
    [[place, "--keep", "7"], `${dataDir}/none`],
    [[`${place}/${first}`], dataDir],
  ] as const)
    t.match(await staffProcess("backup", env, args), { code: 1, stdout: "", stderr: /\S/ });
  t.same(readdirSync(place).sort(), [foreign, old, first].sort(), "a failure deletes nothing");
  t.match(await staffProcess("backup", dataDir, [place, "--keep", "7"]), { code: 0 });
  const left = readdirSync(place);
  t.same([left.length, left.includes(old), left.includes(foreign)], [3, false, true]);
});
