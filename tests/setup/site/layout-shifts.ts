import type { Page } from "playwright-core";

type Shifts = () => Promise<string[]>;

/** Records every layout shift of pages opened from now on. Call this before `page.clock`, which would stop the frames. */
export const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: string[] = [];
    const note = (entries: PerformanceEntryList) => {
      for (const entry of entries) {
        const shift: PerformanceEntry & { value?: number; sources?: { node?: Element }[] } = entry;
        const moved = shift.sources?.map(({ node }) => `${node?.className} ${node?.role ?? ""}`);
        shifts.push(`${shift.value} ${moved?.join()}`);
      }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    const frame = window.requestAnimationFrame.bind(window);
    const readShifts: Shifts = async () => {
      // After three frames, every change so far is drawn and has its entries.
      for (let frames = 0; frames < 3; frames += 1) await new Promise(frame);
      note(observer.takeRecords());
      return shifts;
    };
    Object.assign(window, { readShifts });
  });

export const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => Reflect.get(window, "readShifts")());

/** Waits for the fonts, then forgets all shifts so far. */
export const forgetShifts = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const readShifts: Shifts = Reflect.get(window, "readShifts");
    (await readShifts()).length = 0;
  });
