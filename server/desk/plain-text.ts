/** The control characters that no text needs, apart from the line break and the tab. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/** Returns typed text with plain line breaks, without control characters and without white space at the end. */
export const plainText = (typed: string): string =>
  typed.replace(/\r\n?/g, "\n").replace(CONTROLS, "").trimEnd();
