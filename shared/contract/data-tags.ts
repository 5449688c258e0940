/** The source's data by what a write can put out of date: copies and pages made of it carry these. */
export const DATA_TAGS = ["news", "events"] as const;

export type DataTag = (typeof DATA_TAGS)[number];
