import t from "tap";
import { CONTACT } from "../app/forms/forms-scene.ts";
import { staffBrowser } from "../app/staff/desk-scene.ts";
import { startMailServer } from "../fakes/mail-server.ts";
import { postJson } from "../setup/site/post-json.ts";
import { startSiteProcess } from "../setup/site/site-process.ts";
import { staffCommand } from "../setup/site/staff-in-process.ts";
import { testFolder } from "../setup/test-folder.ts";
import { until } from "../setup/until.ts";

const VISITOR = "neema@example.net";

t.test("kill -9 after a reply: it is sent once, or shown as perhaps not sent", async (t) => {
  const server = await startMailServer(t);
  const dataDir = testFolder(t);
  const env = {
    CONTENT_API_URL: "embedded",
    DATA_DIR: dataDir,
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: "web@foundation.example",
    OFFICE_EMAIL: "office@foundation.example",
  };
  const first = await startSiteProcess(env);
  t.teardown(first.kill);
  const write = async (url: string, message: string): Promise<string> => {
    const response = await postJson(`${url}/bff/contact`, { ...CONTACT, email: VISITOR, message });
    return (await response.json()).data.reference;
  };
  const [held, waiting] = [await write(first.url, "one"), await write(first.url, "two")];
  await until(() => server.mails.length === 2);
  const { stdout } = await staffCommand("staff", dataDir, ["add", "asha@example.org"]);
  const asha = staffBrowser(first.url);
  const link = new URL(stdout.trim(), first.url).searchParams.get("link") ?? "";
  await asha.post("/staff", { link });
  const reply = async (reference: string, text: string) => {
    const posted = await asha.post(`/staff/messages/${reference}`, {
      action: "reply",
      version: "0",
      key: `key-of-${reference}`,
      text,
    });
    t.equal(posted.status, 303);
  };
  // The mail server gets the first reply and does not say so. The second one waits for its turn.
  server.isSilent = true;
  await reply(held, "Held by the mail server");
  await until(() => server.mails.length === 3);
  await reply(waiting, "Not begun");
  await first.kill();

  server.isSilent = false;
  const second = await startSiteProcess(env);
  t.teardown(second.kill);
  const again = staffBrowser(second.url);
  again.cookie = asha.cookie;
  const shows = async (reference: string, text: string) =>
    (await again.text(`/staff/messages/${reference}`)).includes(text);
  await until(() => shows(waiting, "Sent."));
  await until(() => shows(held, "Perhaps not sent"));
  const textsOf = () =>
    server.mails.filter(({ to }) => to.includes(VISITOR)).map(({ text }) => text.split("\r\n")[0]);
  // Any duplicate would be sent before this message.
  await write(second.url, "after");
  await until(() => server.mails.length === 5);
  t.same(textsOf(), ["Held by the mail server", "Not begun"], "once each");
  const resent = await again.post(`/staff/messages/${held}`, { action: "resend", number: "1" });
  t.equal(resent.status, 303);
  await until(() => shows(held, "Sent."));
  t.same(textsOf().at(-1), "Held by the mail server", "again, as a person has decided");
});
