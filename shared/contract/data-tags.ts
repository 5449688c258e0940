/** The kinds of source data that a write invalidates. Cache entries and pages made from such data have these tags. */
export const DATA_TAGS = ["news", "events"] as const;

export type DataTag = (typeof DATA_TAGS)[number];

/** The tag of what is made from the content of the site. */
export const CONTENT_TAG = "content";

/** The kinds of data of which pages are made. A change to such data puts the page out of date. */
export type PageTag = DataTag | typeof CONTENT_TAG;
