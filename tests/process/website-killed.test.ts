import t from "tap";
import { formBrowser } from "../app/staff/website-browser.ts";
import { TEST_CONTENT } from "../setup/site/site.ts";
import { startSiteProcess } from "../setup/site/site-process.ts";
import { staffProcess } from "../setup/site/staff-in-process.ts";
import { testFolder } from "../setup/test-folder.ts";
import { until } from "../setup/until.ts";

/** Signs in, and returns a browser for the forms of the website. */
async function signIn(url: string, dataDir: string) {
  const { stdout } = await staffProcess("staff", dataDir, ["add", "asha@example.org"]);
  const link = new URL(stdout.trim()).searchParams.get("link") ?? "";
  const response = await fetch(`${url}/staff`, {
    method: "POST",
    body: new URLSearchParams({ link }),
    redirect: "manual",
  });
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return formBrowser(url, cookie);
}

t.test(
  "kill -9 while publishing: the pages are the old or the new ones, never half of each",
  async (t) => {
    const dataDir = testFolder(t);
    const env = { CONTENT_API_URL: "embedded", CONTENT_DIR: TEST_CONTENT, DATA_DIR: dataDir };
    let site = await startSiteProcess(env);
    t.teardown(() => site.kill());
    const isNew = async (path: string, text: string) =>
      (await (await fetch(site.url + path)).text()).includes(text);
    for (const round of [1, 2]) {
      const browser = await signIn(site.url, dataDir);
      const form = await browser.open("/staff/website/faq");
      const [english, kiswahili] = [`Killed title ${round}`, `Kichwa cha ${round}`];
      const changes = { "en:hero.title": english, "sw:hero.title": kiswahili };
      const sent = browser.send(form, { action: "publish", ...changes }).catch(() => null);
      // In the first round the process dies with the form in its hands, in the second as soon as it has answered.
      if (round === 2) await sent;
      await site.kill();
      const response = await sent;
      site = await startSiteProcess(env);
      const again = await (await signIn(site.url, dataDir)).open("/staff/website/faq");
      const isStored = again.fields["en:hero.title"] === english;
      t.equal(again.fields["sw:hero.title"] === kiswahili, isStored, "both languages, or none");
      if (response?.status === 303) t.ok(isStored, "what was acknowledged is there");
      await until(async () => (await isNew("/faq", english)) === isStored);
      await until(async () => (await isNew("/sw/faq", kiswahili)) === isStored);
    }
  },
);
