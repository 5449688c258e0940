/** The faults of the source's responses, in an operator's words. */
export const SOURCE_FAULTS = {
  refused: "no connection to the source",
  timeout: "no complete response in time",
  slow: "responses take longer than a second",
  status: "an error status",
  redirect: "a redirect that is not followed",
  "not-json": "the response is not JSON",
  "cut-off": "the connection ended before the response did",
  "too-large": "the response is larger than the limit",
  "wrong-shape": "the response has another shape than the contract",
  incomplete: "a list in pages that was not read to its end",
  "no-rows": "no row can be read",
  "fewer-rows": "too few rows can be read",
  "no-dates": "no date can be read",
  "fewer-dates": "too few dates can be read",
  empty: "an empty list where there were rows before",
  "no-text": "texts of which nothing can be read",
} as const;

/** The reason for a row that is left out on purpose, which is not a fault of the source. */
export const NOT_PUBLIC = "not public";

export type SourceFaultName = keyof typeof SOURCE_FAULTS;
