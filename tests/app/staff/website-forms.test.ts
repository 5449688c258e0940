import { sql } from "kysely";
import t, { type Test } from "tap";
import { ContentFiles } from "../../../server/content/content-files.ts";
import { textsInFiles } from "../../../server/content/edits.ts";
import { documentNames } from "../../../server/content/source.ts";
import { hostileParts } from "../../fakes/faults/hostile-parts.ts";
import { startMailServer } from "../../fakes/mail-server.ts";
import { sampledPayloads } from "../../fixtures/hostile/payloads.ts";
import { startScene } from "../../setup/site/scene.ts";
import { TEST_CONTENT } from "../../setup/site/site.ts";
import { staffCommand } from "../../setup/site/staff-in-process.ts";
import { staffSession } from "../../setup/site/staff-session.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { until } from "../../setup/until.ts";
import { unescaped } from "./desk-scene.ts";
import { formBrowser } from "./website-browser.ts";

/** Starts a site with a signed-in member of staff and a clock that a test can move. */
async function startOffice(t: Test, { now = Date.now(), env = {} } = {}) {
  const clock = { now };
  const given = { DATA_DIR: testFolder(t), ...env };
  const scene = await startScene(t, { now: () => clock.now, env: given });
  const browser = formBrowser(scene.site.url, await staffSession(scene.site));
  const page = async (path: string) => (await fetch(scene.site.url + path)).text();
  /** Moves the clock. Sessions are over by then, so that somebody signs in again. */
  const moveTo = async (time: string) => {
    clock.now = Date.parse(time);
    browser.signIn(await staffSession(scene.site));
  };
  return { ...scene, clock, browser, page, moveTo, dataDir: given.DATA_DIR };
}

t.test("every document opened and sent back unchanged is as it was, byte for byte", async (t) => {
  const { site, browser, page } = await startOffice(t);
  const files = new ContentFiles(TEST_CONTENT);
  for (const name of documentNames(files)) {
    const form = await browser.open(`/staff/website/${name.replace("/", "--")}`);
    t.equal(form.fields.base, JSON.stringify(textsInFiles(files, name)), name);
    const again = await browser.again(form, { do: "none:none" });
    t.strictSame(again.fields, form.fields, `${name}: every field comes back`);
  }
  const paths = ["/about-us", "/sw/about-us"];
  const before = await Promise.all(paths.map(page));
  const form = await browser.open("/staff/website/about");
  t.equal((await browser.send(form, { action: "publish" })).status, 303);
  await until(async () => (await site.app.contentEdits.published()).length === 1);
  t.strictSame(await Promise.all(paths.map(page)), before, "the pages are the same bytes");
});

t.test("the items of a list are added, moved and removed, and what was typed stays", async (t) => {
  const { browser, page } = await startOffice(t);
  const first = await browser.open("/staff/website/faq");
  const added = await browser.again(first, {
    do: "add:items",
    "en:items.0.question": "Typed before the button?",
  });
  t.equal(added.fields["en:items.0.question"], "Typed before the button?");
  const last = Object.keys(added.fields).filter((name) => /^en:items\.\d+\.question$/.test(name));
  const at = last.length - 1;
  t.equal(added.fields[`en:items.${at}.question`], "");
  const filled = {
    [`en:items.${at}.question`]: "Where does a new question stand?",
    [`sw:items.${at}.question`]: "Swali jipya liko wapi?",
    [`en:items.${at}.answer`]: "Below the others.",
    [`sw:items.${at}.answer`]: "Chini ya mengine.",
  };
  const moved = await browser.again(added, { do: `up:items.${at}`, ...filled });
  t.equal(moved.fields[`en:items.${at - 1}.question`], "Where does a new question stand?");
  const without = await browser.again(moved, { do: "remove:items.1" });
  const published = await browser.send(without, { action: "publish" });
  t.equal(published.status, 303);
  await until(async () => (await page("/faq")).includes("Where does a new question stand?"));
  t.match(await page("/sw/faq"), "Swali jipya liko wapi?");
  t.match(await page("/faq"), "Typed before the button?");
});

t.test("a mistake stands at its field, as a person would say it", async (t) => {
  const { browser } = await startOffice(t);
  const form = await browser.open("/staff/website/leaders");
  const response = await browser.send(form, { action: "review", "en:leaders.0.role": "" });
  t.equal(response.status, 422);
  const html = unescaped(await response.text());
  t.match(
    html,
    /id="field-en-leaders\.0\.role-error"[^>]*>.{0,80}?<span>Please fill in this field\./s,
  );
  t.match(html, 'href="#field-en-leaders.0.role"', "the list of mistakes leads to the field");
  const kiswahili = await browser.open("/sw/staff/website/leaders");
  const own = await browser.send(kiswahili, { action: "review", "en:leaders.0.role": "" });
  t.match(unescaped(await own.text()), "Tafadhali jaza sehemu hii.");
});

t.test(
  "without Kiswahili a text is published, and the page says that it is in English",
  async (t) => {
    const { browser, page } = await startOffice(t);
    const note = "Kwa sasa sehemu ya ukurasa huu inasomeka kwa Kiingereza tu.";
    t.notMatch(await page("/sw/about-us"), note);
    const form = await browser.open("/staff/website/about");
    const published = await browser.send(form, {
      action: "publish",
      "en:hero.title": "A title in one language",
      "sw:hero.title": "",
    });
    t.equal(published.status, 303);
    await until(async () => (await page("/sw/about-us")).includes("A title in one language"));
    t.match(await page("/sw/about-us"), note);
    t.notMatch(await page("/about-us"), note);
  },
);

t.test("a figure that is typed in, and one that differs, are advice and no mistake", async (t) => {
  const { browser } = await startOffice(t);
  const form = await browser.open("/staff/website/about");
  const changes = {
    "en:story.paragraphs.0": "We have dug 77 wells.",
    "sw:story.paragraphs.0": "Tumechimba visima 78.",
  };
  const shown = await browser.send(form, { do: "real:hero", ...changes });
  const html = unescaped(await shown.text());
  t.match(html, "77 wells is typed in.");
  t.match(html, 'English and Kiswahili differ: "77" only in English, "78" only in Kiswahili.');
  t.equal((await browser.send(form, { action: "publish", ...changes })).status, 303);
});

t.test(
  "an announcement is begun, published, moved and removed; its old addresses lead on",
  async (t) => {
    const { site, browser, page } = await startOffice(t);
    const begun = await browser.post("/staff/website", {
      folder: "announcements",
      title: "Market day in Bunju",
    });
    const path = begun.headers.get("location")?.split("?")[0] ?? "";
    t.equal(path, "/staff/website/announcements--market-day-in-bunju");
    const form = await browser.open(path);
    t.equal(form.fields["en:title"], "Market day in Bunju");
    const early = await browser.send(form, { action: "review" });
    t.equal(early.status, 422, "the summary and the text are missing");
    const texts = {
      "en:summary": "Come and look.",
      "en:body": "A first line.\n\nA **second** one.",
    };
    t.equal((await browser.send(form, { action: "publish", ...texts })).status, 303);
    const address = "/news-events/announcements/market-day-in-bunju";
    await until(async () => (await page(address)).includes("<strong>second</strong>"));
    t.match(await page(`/sw${address}`), "Kwa sasa ukurasa huu unasomeka kwa Kiingereza tu.");

    const again = await browser.open(path);
    const moved = await browser.send(again, { action: "move", slug: "market-day" });
    t.equal(moved.status, 303);
    const leads = async (from: string) =>
      (await fetch(site.url + from, { redirect: "manual" })).headers.get("location");
    await until(async () => (await leads(address)) === "/news-events/announcements/market-day");

    const faq = await browser.open("/staff/website/faq");
    const link = Object.keys(faq.fields).find((name) => name.endsWith(".more.link")) ?? "";
    const linked = { [link]: "/news-events/announcements/market-day" };
    t.equal((await browser.send(faq, { action: "publish", ...linked })).status, 303);
    const entry = await browser.open("/staff/website/announcements--market-day");
    const asked = await browser.send(entry, { action: "ask-remove" });
    t.match(unescaped(await asked.text()), "Questions: items", "the link is named before");
    const gone = await browser.send(entry, { action: "remove", to: "/news-events/announcements" });
    t.equal(gone.status, 303);
    for (const from of [address, "/news-events/announcements/market-day"])
      await until(async () => (await leads(from)) === "/news-events/announcements");
    t.notMatch(await page("/news-events/announcements"), "Market day in Bunju");
  },
);

t.test("a notice begins and goes by itself, and costs nothing when there is none", async (t) => {
  const { moveTo, browser, page, site } = await startOffice(t, {
    now: Date.parse("2026-11-29T08:00:00+03:00"),
  });
  const before = await page("/faq");
  const form = await browser.open("/staff/website/notice");
  const added = await browser.again(form, { do: "add:notices" });
  const published = await browser.send(added, {
    action: "publish",
    "en:notices.0.text": "The office is closed on Monday.",
    "sw:notices.0.text": "Ofisi imefungwa Jumatatu.",
    "facts:notices.0.tone": "bad",
    "facts:notices.0.from": "2026-11-30T00:00",
    "facts:notices.0.until": "2026-12-01T00:00",
  });
  t.equal(published.status, 303);
  const same = (html: string) => html.replace(/"(?:now|fetchedAt)":"[^"]*"/g, "");
  t.equal(same(await page("/faq")), same(before), "not yet, and not one byte");
  await moveTo("2026-11-30T00:00:01+03:00");
  await until(async () => (await page("/faq")).includes("The office is closed on Monday."));
  t.match(await page("/sw/contact-us"), "Ofisi imefungwa Jumatatu.");
  const kept = (await fetch(`${site.url}/faq`)).headers.get("cache-control");
  t.match(kept, "s-maxage=2,", "shared caches do not keep it for long");
  await moveTo("2026-12-01T00:00:01+03:00");
  await until(async () => !(await page("/faq")).includes("The office is closed on Monday."));
  const wrong = await browser.send(added, {
    action: "publish",
    version: "1",
    "en:notices.0.text": "Never",
    "facts:notices.0.from": "2026-12-02T00:00",
    "facts:notices.0.until": "2026-12-01T00:00",
  });
  t.match(unescaped(await wrong.text()), "The end must be after the beginning.");
});

t.test("a change is scheduled, comes by itself, and is taken back", async (t) => {
  const { moveTo, browser, page } = await startOffice(t, {
    now: Date.parse("2026-11-29T08:00:00+03:00"),
  });
  const form = await browser.open("/staff/website/faq");
  const title = { "en:hero.title": "Questions from Monday on" };
  const late = await browser.send(form, {
    action: "plan",
    publishAt: "2026-11-28T09:00",
    ...title,
  });
  t.equal(late.status, 422);
  const planned = await browser.send(form, {
    action: "plan",
    publishAt: "2026-11-30T09:00",
    ...title,
  });
  t.equal(planned.status, 303);
  t.notMatch(await page("/faq"), "Questions from Monday on");
  await moveTo("2026-11-30T09:00:01+03:00");
  await until(async () => (await page("/faq")).includes("Questions from Monday on"));
  const now = await browser.open("/staff/website/faq");
  const other = { "en:hero.title": "Another title again" };
  t.equal((await browser.send(now, { action: "publish", ...other })).status, 303);
  await until(async () => (await page("/faq")).includes("Another title again"));
  const undone = await browser.send(await browser.open("/staff/website/faq"), {
    action: "restore",
    restore: "1",
  });
  t.equal(undone.status, 303);
  await until(async () => (await page("/faq")).includes("Questions from Monday on"));
});

t.test("a change of an account needs a fresh sign-in", async (t) => {
  const { clock, browser, page } = await startOffice(t);
  const form = await browser.open("/staff/website/giving");
  const [number = ""] = Object.keys(form.fields).filter((name) =>
    /^facts:accounts\.\d+\.numbers\.\d+\.value$/.test(name),
  );
  t.not(number, "", "the form has the numbers of the accounts");
  clock.now += 11 * 60_000;
  const refused = await browser.send(form, { action: "publish", [number]: "0150 111 222 333" });
  t.equal(refused.status, 403);
  const html = unescaped(await refused.text());
  t.match(html, "0150 111 222 333", "what was typed is still there");
  t.match(html, "Everybody in the office gets a mail");
  t.notMatch(await page("/donate/pledge"), "0150 111 222 333");
});

t.test("a picture loses its place and its device, and is on the page", async (t) => {
  const { browser, page, site } = await startOffice(t);
  const form = await browser.open("/staff/website/leaders");
  const { default: sharp } = await import("sharp");
  const photograph = await sharp({
    create: { width: 900, height: 900, channels: 3, background: "#a52" },
  })
    .withExif({ IFD0: { Make: "SECRETPHONE" } })
    .jpeg()
    .toBuffer();
  const published = await browser.sendFile(
    form,
    { action: "publish", "facts:leaders.0.name": "Neema Example" },
    "file:leaders.0.photo",
    new Blob([Buffer.from(photograph)]),
  );
  t.equal(published.status, 303);
  await until(async () => (await page("/about-us")).includes("Neema Example"));
  const html = await page("/about-us");
  const [, url = ""] = /src="([^"]*\/uploads\/[^"]*)"/.exec(html) ?? [];
  t.not(url, "", "the portrait is on the page");
  const picture = Buffer.from(await (await fetch(site.url + url)).arrayBuffer());
  t.notMatch(picture.toString("latin1"), "SECRETPHONE");
  t.equal(picture.length > 100, true);
  const text = await browser.sendFile(
    await browser.open("/staff/website/leaders"),
    { action: "publish" },
    "file:leaders.0.photo",
    new Blob(["no picture"]),
  );
  t.equal(text.status, 422);
  t.match(unescaped(await text.text()), "Please choose a JPEG, PNG or WebP.");
});

t.test(
  "the search finds where a sentence stands, whatever its accents, capitals and marks",
  async (t) => {
    const { browser } = await startOffice(t);
    const found = async (q: string) => {
      const html = unescaped(await browser.text(`/staff/website?q=${encodeURIComponent(q)}`));
      return [...html.matchAll(/href="\/staff\/website\/([^"?]+)/g)].map(([, id = ""]) => id);
    };
    const form = await browser.open("/staff/website/faq");
    const text = "We **mend** the [old pump](/donate) of Café Ñandú in {{claim:wells}} places.";
    await browser.send(form, {
      action: "publish",
      "en:items.0.answer": text,
      "sw:items.0.answer": "",
    });
    t.strictSame(await found("MEND the old pump of cafe nandu in 15 places"), ["faq"]);
    t.strictSame(await found("+255 000 000 000").then((ids) => ids.includes("site")), true);
    const impact = await found("15+ wells");
    t.ok(impact.includes("our-impact"), "a figure and its unit are two fields");
    t.strictSame(await found("zzzz no such words"), []);
  },
);

t.test("what two people change at once is told in words, and nothing is lost", async (t) => {
  const { browser } = await startOffice(t);
  const mine = await browser.open("/staff/website/faq");
  const theirs = await browser.open("/staff/website/faq");
  await browser.send(theirs, { action: "publish", "en:hero.title": "Theirs" });
  const late = await browser.send(mine, { action: "publish", "en:hero.title": "Mine" });
  t.equal(late.status, 412);
  const html = unescaped(await late.text());
  t.match(html, "asha@example.org has saved another version at");
  t.match(html, "<ins>Theirs</ins>");
  t.match(html, 'value="Mine"');
});

t.test(
  "everybody in the office is told by mail what an account was, and what it is now",
  async (t) => {
    const server = await startMailServer(t);
    const { browser, dataDir } = await startOffice(t, {
      env: {
        SMTP_URL: `smtp://127.0.0.1:${server.port}`,
        MAIL_FROM: "The Foundation <web@foundation.example>",
        OFFICE_EMAIL: "office@foundation.example",
      },
    });
    await staffCommand("staff", dataDir, ["add", "juma@example.org"]);
    const form = await browser.open("/staff/website/site?part=contact");
    const before = form.fields["facts:contact.email.address"] ?? "";
    const after = "office@new.example.org";
    const changes = { "facts:contact.email.address": after };
    const asked = await browser.send(form, { action: "review", ...changes });
    t.match(unescaped(await asked.text()), "Everybody in the office gets a mail");
    t.equal((await browser.send(form, { action: "publish", ...changes })).status, 303);
    const isTold = (to: string) =>
      server.mails.some(({ header, text }) => {
        const isWhole = text.includes(before) && text.includes(after);
        return header("to").includes(to) && isWhole && text.includes("asha@example.org");
      });
    await until(() => isTold("asha@example.org") && isTold("juma@example.org"));
    const phone = await browser.open("/staff/website/site?part=contact");
    const other = { action: "review", "facts:contact.phones.0.number": "+255 700 000 001" };
    const plain = await browser.send(phone, other);
    t.notMatch(unescaped(await plain.text()), "Everybody in the office gets a mail");
  },
);

t.test(
  "on a full disk visitors see the old text, and what was typed comes back with words",
  async (t) => {
    const { site, browser, page } = await startOffice(t);
    const form = await browser.open("/staff/website/faq");
    const before = await page("/faq");
    const { db } = site.app.store;
    const { rows } = await sql<Record<string, number>>`pragma page_count`.execute(db);
    await sql.raw(`pragma max_page_count = ${Object.values(rows[0] ?? {})[0]}`).execute(db);
    const long = "A long text. ".repeat(10_000);
    const refused = await browser.send(form, { action: "publish", "en:items.0.answer": long });
    t.equal(refused.status, 503);
    const html = unescaped(await refused.text());
    t.match(html, "A long text. A long text.", "nothing that was typed is lost");
    t.match(html, 'role="alert"');
    const same = (text: string) => text.replace(/"(?:now|fetchedAt)":"[^"]*"/g, "");
    t.equal(same(await page("/faq")), same(before));
    await sql.raw("pragma max_page_count = 1073741823").execute(db);
    await until(async () => site.app.store.fault() === null);
    t.equal(
      (await browser.send(form, { action: "publish", "en:items.0.answer": long })).status,
      303,
    );
  },
);

t.test("no text in any field of any document runs at the desk", async (t) => {
  const { browser } = await startOffice(t);
  const payloads = sampledPayloads.map(({ html }) => html);
  let count = 0;
  for (const name of documentNames(new ContentFiles(TEST_CONTENT))) {
    const form = await browser.open(`/staff/website/${name.replace("/", "--")}`);
    const hostile: Record<string, string> = {};
    for (const field of Object.keys(form.fields).filter((one) => /^(?:facts|en|sw):/.test(one))) {
      hostile[field] = payloads[count % payloads.length] ?? "";
      count += 1;
    }
    const shown = await browser.send(form, { do: "none:none", ...hostile });
    t.strictSame(hostileParts(await shown.text()), [], name);
  }
});
