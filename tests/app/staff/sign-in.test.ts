import t from "tap";
import { CONTACT } from "../forms/forms-scene.ts";
import { deskScene } from "./desk-scene.ts";

const PAGES = ["/staff", "/staff/messages", "/staff/gifts", "/sw/staff/messages"];

t.test("without an account there is no desk; removing the last account closes it", async (t) => {
  const { browser, staff } = await deskScene(t);
  for (const path of PAGES) t.equal((await browser().get(path)).status, 404, path);
  t.match(await browser().text("/staff"), "<h1>Page Not Found</h1>");
  await staff("add", "asha@example.org");
  t.equal((await browser().get("/staff")).status, 200);
  const listed = JSON.parse((await staff("list")).stdout);
  t.match(listed, [{ email: "asha@example.org", id: /^staff-/ }]);
  t.equal(
    (await staff("remove", "ASHA@example.org")).stdout,
    "Account removed: asha@example.org\n",
  );
  t.equal((await browser().get("/staff")).status, 404);
  t.match(await staff("remove", "asha@example.org"), { code: 1 });
});

t.test("a link signs in once, by a button, within 10 minutes", async (t) => {
  const { browser, linkFor, clock, site } = await deskScene(t);
  const link = await linkFor();
  const asha = browser();
  const page = await asha.text(`/staff?link=${link}`);
  t.match(page, "Press the button");
  t.equal(asha.cookie, "", "opening the link alone, as mail scanners do, signs nobody in");
  t.match(await asha.text(`/staff?link=${link}`), link, "opening the link does not use it up");
  const signedIn = await asha.post("/staff", { link });
  t.match(signedIn.headers.get("location"), "/staff/messages");
  t.match(
    signedIn.headers.get("set-cookie"),
    /^staff=[\w-]{43}; Max-Age=129600; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  t.equal((await asha.get("/staff/messages")).status, 200);
  const fromWebMail = { "sec-fetch-site": "cross-site" };
  const led = await browser().get("/staff/messages/C-1?x", fromWebMail);
  t.equal(led.headers.get("refresh"), "0; url=/staff/messages/C-1?again", "with its cookie now");
  const ledOnce = await browser().get("/staff/messages/C-1?again", fromWebMail);
  t.equal(ledOnce.headers.get("location"), "/staff?notice=sign-in");
  const asked = browser();
  const first = "/sw/staff/messages/C-7K3M-2Q9F";
  await asked.get(`${first}?x`);
  const led2 = await asked.post("/staff", { link: await linkFor() });
  t.equal(led2.headers.get("location"), first, "signing in leads to the requested page");
  for (const page of [
    "//evil.example",
    "https://evil.example/staff/x",
    "/staff/../x",
    "/staff/a//b",
  ]) {
    const forged = browser();
    forged.cookie = `staff-page=${encodeURIComponent(page)}`;
    const to = (await forged.post("/staff", { link: await linkFor() })).headers.get("location");
    t.equal(to, "/staff/messages", page);
  }
  t.equal((await browser().post("/staff", { link })).status, 403, "used");
  const late = await linkFor();
  clock.ms = Date.now() + 10 * 60_000 + 1_000;
  t.equal((await browser().post("/staff", { link: late })).status, 403, "too late");
  const refused = site.logs.filter(({ audit }) => audit === "desk refused");
  t.match(refused, [{ why: "link unknown, used or over" }, { why: "link unknown, used or over" }]);
  t.notMatch(JSON.stringify(site.logs), new RegExp(`${link}|asha@`));
});

t.test("a session ends after 12 hours, by signing out, and with the account", async (t) => {
  const { signIn, clock, staff } = await deskScene(t);
  const asha = await signIn();
  const session = asha.cookie;
  const other = await signIn("juma@example.org");
  await asha.post("/staff/sign-out", {});
  asha.cookie = session;
  t.equal(
    (await asha.get("/staff/messages")).headers.get("location"),
    "/staff?notice=sign-in",
    "signed out",
  );
  t.equal((await other.get("/staff/messages")).status, 200, "others are not");
  await staff("remove", "juma@example.org");
  t.equal((await other.get("/staff/messages")).status, 303, "removed");
  const late = await signIn();
  clock.ms = Date.now() + 12 * 3_600_000 + 1_000;
  const undone = await late.post("/staff/messages/C-1", { action: "done" });
  t.equal(undone.headers.get("location"), "/staff?notice=not-done");
  t.match(
    await late.text("/staff?notice=not-done"),
    "Your session has ended, and nothing was changed",
  );
  t.equal((await late.get("/staff/messages")).status, 303, "over");
});

t.test("a session ends two hours after its last use, and 12 hours after it began", async (t) => {
  const { signIn, clock } = await deskScene(t);
  const hours = (count: number) => count * 3_600_000;
  const [idle, used] = [await signIn(), await signIn("juma@example.org")];
  const begin = clock.ms;
  for (const at of [1.9, 3.8, 5.7, 7.6, 9.5, 11.4]) {
    clock.ms = begin + hours(at);
    t.equal((await used.get("/staff/messages")).status, 200, `in use, ${at} hours on`);
  }
  t.equal((await idle.get("/staff/messages")).status, 303, "nobody has used it for two hours");
  clock.ms = begin + hours(12) + 5_000;
  t.equal((await used.get("/staff/messages")).status, 303, "twelve hours are the most");
});

t.test("signing in again in the same browser ends the session that it had", async (t) => {
  const { signIn, browser, linkFor } = await deskScene(t);
  const asha = await signIn();
  const earlier = browser();
  earlier.cookie = asha.cookie;
  await asha.post("/staff", { link: await linkFor() });
  t.equal((await asha.get("/staff/messages")).status, 200);
  t.equal((await earlier.get("/staff/messages")).status, 303);
});

t.test("a scanner that opens the link in any way signs nobody in", async (t) => {
  const { browser, linkFor, site } = await deskScene(t);
  const link = await linkFor();
  const path = `/staff?link=${link}`;
  for (const init of [
    { method: "HEAD" },
    { method: "GET", headers: { "sec-purpose": "prefetch;prerender" } },
    { method: "GET", headers: { "user-agent": "Mozilla/5.0 (compatible; SafeLinks)" } },
    { method: "OPTIONS" },
  ]) {
    const response = await fetch(site.url + path, { redirect: "manual", ...init });
    t.same(response.headers.getSetCookie(), [], init.method);
  }
  t.equal((await browser().post("/staff", { link })).status, 303, "the link still works");
});

t.test("forged cookies and posts of other sites are refused, and logged", async (t) => {
  const { browser, signIn, site, post } = await deskScene(t);
  const { reference } = (await post("/bff/contact", CONTACT)).body.data;
  const asha = await signIn();
  const session = asha.cookie.slice("staff=".length);
  const forged = Array.from({ length: 60 }, (_, index) =>
    index < 43
      ? session.slice(0, index) + (session[index] === "A" ? "B" : "A") + session.slice(index + 1)
      : session.slice(0, index - 43) + "é'\"; %"[index % 6] + session.slice(index - 42),
  );
  for (const value of forged) {
    const visitor = browser();
    visitor.cookie = `staff=${encodeURIComponent(value)}`;
    const response = await visitor.get(`/staff/messages/${reference}`);
    t.equal(response.headers.get("location"), "/staff?notice=sign-in", value);
  }
  const refusals = () => site.logs.filter(({ audit }) => audit === "desk refused");
  t.equal(refusals().length, 60);
  for (const headers of [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
  ])
    t.equal(
      (await asha.post(`/staff/messages/${reference}`, { action: "delete" }, headers)).status,
      403,
    );
  t.match(refusals().slice(60), [
    { why: "post of another site" },
    { why: "post of another site" },
    { why: "post of another site" },
  ]);
  t.match(await asha.text(`/staff/messages/${reference}`), CONTACT.message, "it is still there");
});

t.test("the desk's pages are private: no cache, no search engine, no script", async (t) => {
  const { signIn } = await deskScene(t);
  const asha = await signIn();
  for (const path of ["/staff/messages", "/staff/gifts"]) {
    const response = await asha.get(path);
    t.equal(response.headers.get("cache-control"), "no-store");
    t.match(response.headers.get("x-robots-tag"), "noindex");
    const html = await response.text();
    t.match(html, '<meta name="robots" content="noindex, follow"/>');
    t.notMatch(html, /<script(?! type="application\/ld)/);
  }
  t.match(await asha.text("/sw/staff/messages"), "Umeingia kama asha@example.org");
});

t.test("behind https the cookie is for this host and https alone", async (t) => {
  const { linkFor, browser } = await deskScene(t, { PUBLIC_ORIGIN: "https://www.example.org" });
  const response = await browser().post("/staff", { link: await linkFor() });
  t.match(response.headers.get("set-cookie"), /^__Host-staff=[\w-]{43}; .*; Secure; SameSite=S/);
});
