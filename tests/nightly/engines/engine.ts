/** A browser in which journeys run, whatever protocol drives it. */
export interface Engine {
  name: string;
  /** Loads a page and waits for its `load` event. */
  open: (url: string) => Promise<void>;
  /** Returns the value of an expression in the page; promises are awaited. */
  evaluate: (expression: string) => Promise<unknown>;
  /** Returns a PNG of the visible page. */
  screenshot: () => Promise<Buffer>;
  close: () => Promise<void>;
}

/** The size of a narrow phone, in CSS pixels. */
export const PHONE = { width: 375, height: 700 };
