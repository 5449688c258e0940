import { setTimeout as pause } from "node:timers/promises";
import type { Test } from "tap";
import type { Engine } from "./engine.ts";

/** Long enough for a busy machine; only a failure waits this long. */
const PATIENCE_MS = 60_000;

/** Pages whose whole text must be present. */
const PAGES = ["/", "/about-us", "/our-work", "/projects", "/news-events", "/blog", "/faq"];

const quoted = (text: string) => JSON.stringify(text);
const IS_HYDRATED = `Object.keys(document.getElementById("root")).some((key) => key.startsWith("__react"))`;
const HAS_POPOVER = `"popover" in HTMLElement.prototype`;

/** The state of the pages; with `html` they stay as the server sent them. */
export type Mode = "hydrated" | "html";

/** Polls until an expression in the page is true. */
async function until(engine: Engine, expression: string): Promise<boolean> {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    if ((await engine.evaluate(expression).catch(() => false)) === true) return true;
    await pause(100);
  }
  return false;
}

/** Clicks the first element that matches a selector and has the given text. */
const click = (engine: Engine, selector: string, text: string) =>
  engine.evaluate(
    `(() => { const found = [...document.querySelectorAll(${quoted(selector)})].find((one) => one.textContent.trim() === ${quoted(text)}); found?.click(); return Boolean(found); })()`,
  );

const fill = (engine: Engine, id: string, text: string) =>
  engine.evaluate(
    `(() => { const field = document.getElementById(${quoted(id)}); field.focus(); field.value = ${quoted(text)}; field.dispatchEvent(new Event("input", { bubbles: true })); return true; })()`,
  );

async function pagesStand(t: Test, engine: Engine, url: string, mode: Mode) {
  for (const path of PAGES) {
    await engine.open(url + path);
    // Pages with nothing but text and pictures hydrate at their first use.
    const isHydrated = `(window.dispatchEvent(new Event("pointerdown")), ${IS_HYDRATED})`;
    if (mode === "hydrated") t.ok(await until(engine, isHydrated), `${path} hydrates`);
    t.ok(
      await until(engine, `document.getElementById("root").textContent.length > 1000`),
      `${path} has its text`,
    );
    t.ok(
      await engine.evaluate(`document.documentElement.scrollWidth <= window.innerWidth`),
      `${path} does not scroll sideways`,
    );
    if (mode === "html")
      t.equal(await engine.evaluate(IS_HYDRATED), false, `${path} stays as it was sent`);
  }
}

/** Checks that the menu's links are visible, or the button that opens them. */
async function menuWorks(t: Test, engine: Engine, url: string) {
  await engine.open(`${url}/`);
  const isSeen = (selector: string) =>
    `[...document.querySelectorAll(${quoted(selector)})].every((one) => { const box = one.getBoundingClientRect(); return box.width > 0 && box.left >= 0 && box.right <= window.innerWidth; })`;
  const hasPopover = await engine.evaluate(HAS_POPOVER);
  t.ok(
    await engine.evaluate(isSeen(hasPopover ? "header button[popovertarget]" : "header nav a")),
    "menu seen",
  );
  if (!hasPopover)
    t.ok(
      await engine.evaluate(
        `document.querySelector("main").getBoundingClientRect().top >= document.querySelector("header nav").getBoundingClientRect().bottom`,
      ),
      "the menu covers nothing",
    );
  t.ok(await click(engine, "header nav a", "About Us"));
  t.ok(await until(engine, `document.querySelector("h1").textContent === "About Us"`), "About Us");
}

async function feedWorks(t: Test, engine: Engine, url: string) {
  await engine.open(`${url}/news-events?type=news`);
  t.ok(await until(engine, `document.querySelector("nav[aria-label] a[rel=next]") !== null`));
  t.ok(await click(engine, "nav a", "2"));
  t.ok(await until(engine, `location.search.includes("page=2")`), "pagination leads on");
  t.ok(await click(engine, "main nav a", "Events"));
  t.ok(await until(engine, `location.search === "?type=events"`), "tabs lead on");
  await engine.open(`${url}/news-events`);
  t.ok(await engine.evaluate(`(document.querySelector("article a").click(), true)`));
  t.ok(await until(engine, `location.pathname.startsWith("/news-events/news/")`), "an article");
  t.ok(await until(engine, `document.querySelector("article, main").textContent.length > 500`));
}

async function contactWorks(t: Test, engine: Engine, url: string, mode: Mode) {
  await engine.open(`${url}/contact-us`);
  if (mode === "hydrated") t.ok(await until(engine, IS_HYDRATED));
  for (const [id, text] of [
    ["contact-name", "Asha Juma"],
    ["contact-email", "asha@example.org"],
    ["contact-subject", "A question"],
    ["contact-message", "Habari za leo?"],
  ] as const)
    await fill(engine, id, text);
  t.ok(await click(engine, "button", "Send Message"));
  t.ok(
    await until(engine, `document.body.textContent.includes("Thank you for your message!")`),
    "the message is sent",
  );
}

async function donateWorks(t: Test, engine: Engine, url: string) {
  await engine.open(`${url}/donate`);
  t.ok(await until(engine, IS_HYDRATED));
  await engine.evaluate(`(document.querySelector("[name=currency][value=TZS]").click(), true)`);
  t.ok(await until(engine, `document.querySelector("main").innerText.includes("TZS 50,000")`));
}

async function dialogsWork(t: Test, engine: Engine, url: string) {
  await engine.open(`${url}/faq`);
  t.ok(await until(engine, IS_HYDRATED));
  for (const index of [0, 1])
    await engine.evaluate(`(document.querySelectorAll("summary")[${index}].click(), true)`);
  t.ok(
    await until(engine, `document.querySelectorAll("details[open]").length === 1`),
    "one answer",
  );
  await engine.open(`${url}/news-events/gallery`);
  t.ok(await until(engine, IS_HYDRATED));
  await engine.evaluate(`(document.querySelector("main ul[role=list] a[id]").click(), true)`);
  t.ok(await until(engine, `document.querySelector("dialog[open] img") !== null`), "a photo opens");
  t.ok(await engine.evaluate(`document.getElementById("root").childElementCount > 0`));
}

/** Does what visitors of this site do on a phone. */
export async function playJourneys(t: Test, engine: Engine, url: string, mode: Mode = "hydrated") {
  await pagesStand(t, engine, url, mode);
  await menuWorks(t, engine, url);
  await feedWorks(t, engine, url);
  await contactWorks(t, engine, url, mode);
  if (mode === "html") return;
  await donateWorks(t, engine, url);
  await dialogsWork(t, engine, url);
}
