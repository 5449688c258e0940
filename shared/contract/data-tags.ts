/** Kinds of the source's data that a write invalidates: cache entries and pages made of it carry these tags. */
export const DATA_TAGS = ["news", "events"] as const;

export type DataTag = (typeof DATA_TAGS)[number];
