import t from "tap";
import { CONTACT } from "../app/forms/forms-scene.ts";
import { PLEDGE } from "../app/forms/pledge-scene.ts";
import { startMailServer } from "../fakes/mail-server.ts";
import { postJson } from "../setup/site/post-json.ts";
import { type SiteProcess, startSiteProcess } from "../setup/site/site-process.ts";
import { testFolder } from "../setup/test-folder.ts";
import { until } from "../setup/until.ts";

async function write({ url }: SiteProcess, message: string): Promise<string> {
  const response = await postJson(`${url}/bff/contact`, { ...CONTACT, message });
  return (await response.json()).data.reference;
}

t.test("kill -9 while the mail server holds a mail: none is lost, one comes twice", async (t) => {
  const server = await startMailServer(t);
  const env = {
    CONTENT_API_URL: "embedded",
    DATA_DIR: testFolder(t),
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: "The Foundation <web@foundation.example>",
    OFFICE_EMAIL: "office@foundation.example",
  };
  const first = await startSiteProcess(env);
  t.teardown(first.kill);
  server.isSilent = true;
  const references = [];
  for (const message of ["one", "two", "three"]) references.push(await write(first, message));
  const pledge = {
    method: "POST",
    body: new URLSearchParams(PLEDGE),
    redirect: "manual",
  } as const;
  const pledged = await fetch(`${first.url}/donate/pledge`, pledge);
  const gift = pledged.headers.get("location")?.split("/").at(-1);
  await until(() => server.mails.length > 0);
  await first.kill();

  server.isSilent = false;
  const second = await startSiteProcess(env);
  t.teardown(second.kill);
  const names = () => server.mails.map(({ header }) => header("message-id").split("@")[0]);
  const wanted = [
    ...references.map((reference) => `<${reference}.office`),
    `<${gift}.pledged`,
    `<${gift}.pledged.office`,
  ];
  await until(() => wanted.every((name) => names().includes(name)));
  // Any duplicate would be sent before this message.
  const last = `<${await write(second, "after")}.office`;
  await until(() => names().includes(last));
  const [held = ""] = names();
  t.same(names().sort(), [...wanted, held, last].sort());
});
