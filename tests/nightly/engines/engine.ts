/** A browser that a journey is played in, whatever protocol drives it. */
export interface Engine {
  name: string;
  /** Loads a page and waits for its `load` event. */
  open: (url: string) => Promise<void>;
  /** The value of an expression in the page; promises are awaited. */
  evaluate: (expression: string) => Promise<unknown>;
  /** A PNG of what is seen. */
  screenshot: () => Promise<Buffer>;
  close: () => Promise<void>;
}

/** A phone of the smallest usual width, in CSS pixels. */
export const PHONE = { width: 375, height: 700 };
