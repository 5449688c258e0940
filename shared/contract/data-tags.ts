/** The kinds of source data that a write invalidates. Cache entries and pages made from such data carry these tags. */
export const DATA_TAGS = ["news", "events"] as const;

export type DataTag = (typeof DATA_TAGS)[number];
