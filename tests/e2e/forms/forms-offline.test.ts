import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import t from "tap";
import { until } from "../../setup/until.ts";
import { offlineScene } from "../pages/offline-scene.ts";
import { fillContact, fillVolunteer } from "./form-scene.ts";

const WAITING = "Saved on this phone. We will send it when you are back online.";
const THANKS = "Thank you for your message! We will get back to you soon.";

const stored = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ state: string; fields: object }[]>((resolve) => {
        const opening = indexedDB.open("outbox");
        opening.onsuccess = () => {
          const all = opening.result.transaction("outbox").objectStore("outbox").getAll();
          all.onsuccess = () => resolve(all.result);
        };
      }),
  );

type Scene = Awaited<ReturnType<typeof offlineScene>>;

/** The script that keeps a form, of each language. */
const KEPT_FORMS = ["en", "sw"].map((language): string => {
  const manifest: Record<string, { name?: string; file: string }> = JSON.parse(
    readFileSync(`dist/client/.vite/manifest.${language}.json`, "utf8"),
  );
  return Object.values(manifest).find(({ name }) => name === "outbox")?.file ?? "missing";
});

/** Ends the network once the page has what it needs to keep a form: it loads that beside the form. */
async function endNetwork({ page, offline }: Pick<Scene, "page" | "offline">): Promise<void> {
  await until(() =>
    page.evaluate(async (files) => {
      const isLoaded = performance
        .getEntriesByType("resource")
        .some(({ name }) => files.some((file) => name.endsWith(file)));
      const databases = await indexedDB.databases();
      return isLoaded && databases.some(({ name }) => name === "outbox");
    }, KEPT_FORMS),
  );
  await offline();
}

const send = (page: Page) => page.getByRole("button", { name: "Send Message" }).click();

t.test("a form sent without a network is kept, and sent once when there is one", async (t) => {
  const { page, source, open, offline, values, focused } = await offlineScene(t);
  await open("/contact-us");
  await fillContact(page);
  await endNetwork({ page, offline });
  await send(page);
  await page.getByText(WAITING).waitFor();
  t.match(await focused(), WAITING);
  t.match(await values(), { message: "" }, "the form is free for another message");
  t.equal(source.contacts.size, 0);
  t.match(await stored(page), [{ state: "waiting", fields: { message: "Habari za leo?" } }]);

  await offline(false);
  await page.getByText(THANKS).waitFor();
  t.equal(await page.getByText(WAITING).count(), 0);
  t.same(await stored(page), []);
  t.equal(source.contacts.size, 1);
});

t.test("it outlives the tab, is told on any page, and arrives once", async (t) => {
  const { page, site, source, read, offline } = await offlineScene(t);
  // It arrives, its response does not: neither the first one nor that of the retry.
  await page.addInitScript(() => {
    Object.defineProperty(ServiceWorkerRegistration.prototype, "sync", { value: undefined });
    const original = window.fetch;
    window.fetch = async (...call) => {
      const response = await original(...call);
      if (call[0] === "/bff/contact") throw new TypeError("network error");
      return response;
    };
  });
  await read("/contact-us");
  await fillContact(page);
  await send(page);
  await page.getByText(WAITING).waitFor();
  t.equal(source.contacts.size, 1);
  await offline();
  await page.close();

  const next = await page.context().newPage();
  // As in Chrome before 103 and Firefox before 119; what comes into the page, with whether its live region was there before.
  await next.addInitScript(() => {
    Reflect.deleteProperty(Element.prototype, "role");
    const heard: [text: string | null, isLive: boolean][] = [];
    Object.assign(window, { heard });
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records)
        for (const node of addedNodes)
          if (node.textContent?.startsWith("Sent:") && target instanceof Element)
            heard.push([node.textContent, target.closest("[role=status]") !== null]);
    }).observe(document, { childList: true, subtree: true });
  });
  await offline(false);
  await next.goto(`${site.url}/faq`, { referer: `${site.url}/` });
  await next.getByRole("status").getByText("Sent: your message from").waitFor();
  t.match(await next.evaluate(() => Reflect.get(window, "heard")), [[/^Sent:/, true]]);
  t.equal(source.contacts.size, 1, "the same submission");
  t.same(await stored(next), []);
});

t.test("Background Sync sends it without a page", async (t) => {
  const { page, source, read, offline } = await offlineScene(t);
  const session = await page.context().newCDPSession(await page.context().newPage());
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  await read("/contact-us");
  const origin = new URL(page.url()).origin;
  await fillContact(page);
  await endNetwork({ page, offline });
  await send(page);
  await page.getByText(WAITING).waitFor();
  await page.close();
  await offline(false);
  const sync = { origin, registrationId: await registered, tag: "outbox", lastChance: false };
  await session.send("ServiceWorker.dispatchSyncEvent", sync);
  await until(() => source.contacts.size > 0);
  t.match([...source.contacts.values()], [{ message: "Habari za leo?" }]);
});

t.test("a refusal for good is shown with what was typed", async (t) => {
  const { page, site, source, open, offline, values } = await offlineScene(t);
  source.contactResponse = { status: 422, body: { message: "We cannot reach that address." } };
  await open("/contact-us");
  await fillContact(page);
  await endNetwork({ page, offline });
  await send(page);
  await page.getByText(WAITING).waitFor();
  await offline(false);
  await page.getByRole("alert").getByText("We cannot reach that address.").waitFor();
  t.match(await values(), { message: "Habari za leo?" });

  await page.goto(`${site.url}/faq`, { referer: `${site.url}/contact-us` });
  const bar = page.getByRole("status").filter({ hasText: "could not be accepted" });
  await bar.waitFor();
  for (const name of ["Our Impact", "About Us"]) {
    await page.getByRole("contentinfo").getByRole("link", { name }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
  }
  t.equal(await bar.count(), 1, "told once, not on each page");
  await bar.getByRole("link", { name: "See what you typed" }).click();
  await page.getByRole("alert").getByText("We cannot reach that address.").waitFor();
  t.match(await values(), { message: "Habari za leo?" }, "still there");
  source.contactResponse = null;
  await send(page);
  await page.getByText(THANKS).waitFor();
  t.same(await stored(page), []);
});

/** Keeps two messages without a network: "Habari za leo?" and another one. */
async function keepTwo({ page, offline }: Pick<Scene, "page" | "offline">): Promise<void> {
  await fillContact(page);
  await endNetwork({ page, offline });
  await send(page);
  await page.getByText(WAITING).waitFor();
  await fillContact(page);
  await page.getByLabel("Message").fill("Ujumbe wa pili");
  await send(page);
  await until(async () => (await stored(page)).length === 2);
}

t.test("of two that are refused, the other one is shown when the first is sent", async (t) => {
  const { page, source, open, offline, values } = await offlineScene(t);
  source.contactResponse = { status: 422, body: { message: "We cannot reach that address." } };
  await open("/contact-us");
  await keepTwo({ page, offline });
  await offline(false);
  await page.getByRole("alert").getByText("We cannot reach that address.").waitFor();
  await until(async () => (await stored(page)).every(({ state }) => state !== "waiting"));
  const { message: first } = await values();
  source.contactResponse = null;
  await send(page);
  await page.getByText(THANKS).waitFor();
  await page.waitForFunction(
    (before) => ![before, ""].includes(document.querySelector("textarea")?.value ?? ""),
    String(first),
  );
  const { message: second } = await values();
  t.same([first, second].sort(), ["Habari za leo?", "Ujumbe wa pili"]);
  t.match(await stored(page), [{ state: "refused", fields: { message: second } }]);
});

t.test("one that is deleted while another is sent is not sent", async (t) => {
  const { page, site, source, read, offline } = await offlineScene(t);
  // This page sends them, not its worker, and the first is under way until the event.
  await page.addInitScript(() => {
    Object.defineProperty(ServiceWorkerRegistration.prototype, "sync", { value: undefined });
    const original = window.fetch;
    const released = new Promise((resolve) => addEventListener("test-release", resolve));
    window.fetch = async (...call) => {
      if (call[0] === "/bff/contact" && location.pathname === "/your-data") {
        document.documentElement.dataset.sending = "";
        await released;
      }
      return original(...call);
    };
  });
  await read("/your-data");
  await read("/contact-us");
  await keepTwo({ page, offline });
  await page.goto(`${site.url}/your-data`);
  const message = page.getByRole("listitem").filter({ hasText: "Ujumbe wa pili" });
  await message.waitFor();
  await page.locator("html[data-sending]").waitFor();
  await offline(false);
  await message.getByRole("button", { name: "Delete" }).click();
  await message.waitFor({ state: "detached" });
  await page.evaluate(() => dispatchEvent(new Event("test-release")));
  await page.getByRole("status").getByText("Sent: your message from").waitFor();
  t.match([...source.contacts.values()], [{ message: "Habari za leo?" }]);
  t.equal(source.contacts.size, 1);
  t.same(await stored(page), []);
});

t.test("in Kiswahili the form itself says that it was sent", async (t) => {
  const { page, source, read, offline } = await offlineScene(t);
  await read("/sw/contact-us");
  await page.locator("#contact-name, [name=name]").first().fill("Asha Juma");
  await page.locator("[name=email]").fill("asha@example.org");
  await page.locator("[name=subject]").fill("Swali");
  await page.locator("[name=message]").fill("Habari za leo?");
  await endNetwork({ page, offline });
  await page.locator("main form button[type=submit]").click();
  await until(async () => (await stored(page)).length > 0);
  await offline(false);
  await until(async () => (await stored(page)).length === 0);
  t.equal(source.contacts.size, 1);
  t.equal(await page.locator("[role=status] .offline-bar").count(), 0, "not told a second time");
});

t.test("what waits is shown on /your-data, and can be deleted", async (t) => {
  const { page, site, read, offline, keptPaths } = await offlineScene(t);
  await read("/your-data");
  await read("/get-involved");
  await page
    .getByRole("button", { name: /Volunteer|Submit/ })
    .first()
    .waitFor();
  await fillVolunteer(page);
  await endNetwork({ page, offline });
  await page.getByRole("button", { name: /Submit/ }).click();
  await page.getByText(WAITING).waitFor();
  await page.goto(`${site.url}/your-data`);
  const message = page.getByRole("listitem").filter({ hasText: "Waiting to be sent since" });
  await message.getByText("Sewing").waitFor();
  await message.getByRole("button", { name: "Delete" }).click();
  await message.waitFor({ state: "detached" });
  t.same(await stored(page), []);
  t.equal((await keptPaths()).length, 2);
  await page.getByText("2 pages are saved here.").waitFor();
  await page.getByRole("button", { name: "Clear saved pages" }).click();
  await page.getByText("0 pages are saved here.").waitFor();
  t.same(await page.evaluate(() => caches.keys()), []);
  const focused = await page.evaluate(() => document.activeElement?.textContent);
  t.equal(focused, "Saved for when you are offline", "the buttons are gone");
});

t.test("nothing typed is in a cache", async (t) => {
  const { page, read, offline } = await offlineScene(t);
  await read("/contact-us");
  await fillContact(page);
  await send(page);
  await page.getByText(THANKS).waitFor();
  await endNetwork({ page, offline });
  await fillContact(page);
  await send(page);
  await page.getByText(WAITING).waitFor();
  const texts = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const copies = (await Promise.all(all.map((cache) => cache.matchAll()))).flat();
    return Promise.all(copies.map((copy) => copy.text()));
  });
  t.ok(texts.length > 2);
  t.notOk(texts.some((text) => /Habari za leo|asha@example|[CVP]-\w{4}-\w{4}"/.test(text)));
});

t.test("the gift of a donor never waits on the device", async (t) => {
  const { page, open, offline } = await offlineScene(t);
  await open("/donate");
  await offline();
  t.equal(await page.getByText(WAITING).count(), 0);
  t.same(
    await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)),
    [],
  );
});
