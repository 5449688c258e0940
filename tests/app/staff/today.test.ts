import t from "tap";
import { DAY_MS } from "../../../shared/time.ts";
import { CONTACT } from "../forms/forms-scene.ts";
import { PLEDGE } from "../forms/pledge-scene.ts";
import { deskScene } from "./desk-scene.ts";

/** Returns the words of a page, without its markup. */
const wordsOf = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? "").replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

t.test("an empty desk says so in kind words, in both languages", async (t) => {
  const { signIn } = await deskScene(t, { CONTENT_API_URL: "embedded" });
  const asha = await signIn();
  const today = wordsOf(await asha.text("/staff"));
  t.match(today, "Nothing new. Every message has been dealt with.");
  t.match(today, "No gifts received yet this month.");
  t.match(today, "No drafts. Everything that was written is published.");
  t.match(today, "This site does not send e-mail.");
  t.match(wordsOf(await asha.text("/sw/staff")), "Hakuna jipya. Ujumbe wote umeshughulikiwa.");
});

t.test("new messages, what waits, gifts, events and drafts lead to their pages", async (t) => {
  const { signIn, post, browser, site, clock } = await deskScene(t, {
    CONTENT_API_URL: "embedded",
  });
  const now = clock.ms;
  clock.ms = now - 4 * DAY_MS;
  await post("/bff/contact", { ...CONTACT, name: "Neema", subject: "The borehole" });
  clock.ms = now;
  for (let index = 0; index < 6; index += 1)
    await post("/bff/contact", { ...CONTACT, name: `Juma ${index}` });
  await browser().post("/donate/pledge", { ...PLEDGE, lastName: "Mushi" });
  const asha = await signIn();
  const pledge = /G-[\dA-Z-]+/.exec(await asha.text("/staff/gifts"))?.[0] ?? "";
  const html = await asha.text("/staff");
  t.match(html, `href="/staff/gifts/${pledge}?list=messages"`);
  t.equal(html.match(/href="\/staff\/messages\/C-/g)?.length, 4, "five rows, one of them a pledge");
  t.match(html, /Messages<\/span><span[^>]*>8</, "the number of new ones is in the bar");
  t.match(wordsOf(html), "1 message or pledge has been waiting for more than two days");
  const [, overdue = ""] = /href="(\/staff\/messages\?to=[\d-]+)"/.exec(html) ?? [];
  t.match(await asha.text(overdue), /Neema<\/bdi>/);
  t.match(wordsOf(html), "1 pledge to follow up");
  await site.app.giving.gifts.apply(pledge, {
    state: "paid",
    by: "staff",
    at: new Date(now).toISOString(),
  });
  await asha.postFile("/staff/news/new", { action: "save", title: "Half a story" });
  const later = wordsOf(await asha.text("/staff"));
  t.match(later, /Received this month \S+ ?[\d,]+ from 1 gift /);
  t.notMatch(later, "to follow up");
  t.match(later, /Next events .*EAT/);
  t.match(later, /Drafts Half a story /);
});

t.test("what does not work is said in plain words, with a link", async (t) => {
  const { signIn, source, site } = await deskScene(t);
  const asha = await signIn();
  source.mode = "error";
  await site.app.siteData.checkSource();
  const html = await asha.text("/staff");
  t.match(wordsOf(html), "The content source has problems.");
  t.match(html, '<a href="/staff/sources">See the report</a>');
});

t.test(
  "who signs in comes to what there is to do, or to the page that was asked for",
  async (t) => {
    const { browser, linkFor } = await deskScene(t);
    const asha = browser();
    const signedIn = await asha.post("/staff", { link: await linkFor() });
    t.equal(signedIn.headers.get("location"), "/staff");
    t.match(await asha.text("/staff"), "<h1>Today</h1>");
    const juma = browser();
    t.equal((await juma.get("/staff/gifts")).status, 303);
  },
);

t.test("what does not exist is said with the bar of the desk, to staff alone", async (t) => {
  const { signIn, browser } = await deskScene(t, { CONTENT_API_URL: "embedded" });
  const asha = await signIn();
  for (const path of ["/staff/messages/C-7K3M-2Q9F", "/staff/news/999", "/staff/events/none"]) {
    const response = await asha.get(path);
    t.equal(response.status, 404, path);
    t.match(await response.text(), /href="\/staff\/messages".*<h1>Nothing Is Here<\/h1>/s, path);
  }
  t.equal((await browser().get("/staff/news/999")).status, 303, "a stranger is told nothing");
});
