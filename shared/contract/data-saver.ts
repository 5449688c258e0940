/** The switch of the data saver, the path it is posted to, and the marks in the notice. */
export const DATA_SAVER = {
  path: "/data-saver",
  /** `on` or `off`. */
  field: "mode",
  /** `1` or `0`, the visitor's own choice. */
  cookie: "data-saver",
  /** The figures in the notice, in kB; the server replaces them once the page is rendered. */
  usedMark: "{used}",
  fullMark: "{full}",
} as const;
