import type { Page } from "playwright-core";

/** Forgets what moved until now, once the fonts are there and the page is painted. */
export const forgetShifts = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (let frames = 0; frames < 3; frames++)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => setTimeout(resolve, 50));
    Reflect.get(window, "shifts").length = 0;
  });

export const shiftsOf = (page: Page) =>
  page.evaluate((): string[] => Reflect.get(window, "shifts"));

/** Records every layout shift of the pages that are opened from now on. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift: PerformanceEntry & { value?: number; sources?: { node?: Element }[] } = entry;
        shifts.push(`${shift.value} ${shift.sources?.map(({ node }) => node?.className).join()}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}
