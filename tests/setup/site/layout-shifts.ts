import type { Page } from "playwright-core";

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
