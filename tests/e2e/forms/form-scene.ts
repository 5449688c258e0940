import type { Page } from "playwright-core";
import type { Test } from "tap";
import { pageScene, type SceneOptions } from "../pages/page-scene.ts";

/** A scene of a page with a form; `output` is what the console said since the last `open`. */
export async function formPageScene(t: Test, { env = {}, ...options }: SceneOptions = {}) {
  const scene = await pageScene(t, { ...options, env: { FORM_RATE_MAX: "100", ...env } });
  const { page, output } = scene;
  const open = async (path: string) => {
    await scene.open(path);
    output.length = 0;
  };
  /** Returns the values of the visible form, by name. */
  const values = () =>
    page.evaluate(() => {
      const form = [...document.querySelectorAll<HTMLFormElement>("main form")].find((one) =>
        one.checkVisibility(),
      );
      return Object.fromEntries(form ? new FormData(form) : []);
    });
  return { ...scene, open, values };
}

/** Holds what the page sends to this path until the returned function is called. */
export async function hold(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const CONTACT = [
  ["Full Name", "Asha Juma"],
  ["Email Address", "asha@example.org"],
  ["Subject", "A question"],
  ["Message", "Habari za leo?"],
] as const;

export async function fillContact(page: Page): Promise<void> {
  for (const [label, text] of CONTACT) await page.getByLabel(label).fill(text);
}

const VOLUNTEER = [
  ["First Name", "Asha"],
  ["Last Name", "Juma"],
  ["Location", "Dodoma, Tanzania"],
  ["Email Address", "asha@example.org"],
  ["Skills", "Sewing"],
  ["Motivation", "To help"],
] as const;

export async function fillVolunteer(page: Page): Promise<void> {
  for (const [label, text] of VOLUNTEER) await page.getByLabel(label).fill(text);
  await page.getByLabel("Availability").selectOption("flexible");
}
