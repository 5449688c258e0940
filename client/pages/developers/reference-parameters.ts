/** A parameter, header or field in the reference, with a sentence about it. */
export interface Parameter {
  name: string;
  text: string;
}

export const LIMIT = { name: "limit", text: "Items per page, 1 to 100; 20 by default." };
export const CURSOR = {
  name: "cursor",
  text: "Where to continue: take it from the links of the same list; do not build your own.",
};
export const SORT_NEWS = {
  name: "sort",
  text: "source is our editors' order, the default; -publishedAt newest first, publishedAt oldest first. Undated items are last.",
};
export const SORT_EVENTS = {
  name: "sort",
  text: "startsAt is soonest first, -startsAt latest first, source our editors' order. Left out, upcoming events come soonest first, past ones latest first, all in our editors' order.",
};
export const FIELDS = {
  name: "fields",
  text: "Only these fields of each item, separated by commas.",
};
export const CATEGORY = { name: "category", text: "Only news in this category." };
export const TAG = { name: "tag", text: "Only news with this tag." };
/** The names of spec section 3: each form has its own. */
export const PHONE = {
  contact: {
    name: "phoneNumber",
    text: "Optional. A volunteer application calls it phone, a partnership inquiry contactPhone.",
  },
  volunteer: {
    name: "phone",
    text: "Optional. A contact message calls it phoneNumber, a partnership inquiry contactPhone.",
  },
  partner: {
    name: "contactPhone",
    text: "A contact message calls it phoneNumber, a volunteer application phone.",
  },
};
export const KEY = {
  name: "Idempotency-Key",
  text: "A header of 8 to 200 characters, ideally a UUID. For 24 hours the same key and body get the first response again; the same key with another body gets 422.",
};
