import type { DataTag } from "../../../shared/contract/data-tags.ts";
import { MINUTE_MS } from "../../../shared/time.ts";
import { isRecord } from "../../records.ts";
import { chooseDate, readDate } from "./dates.ts";
import { type RowFields, readFlag } from "./values.ts";

/** The visibility of a row now, and the time of its next change by date, which is infinite when there is none. */
export interface Visibility {
  isPublic: boolean;
  changesAtMs: number;
}

export const ALWAYS: Visibility = { isPublic: true, changesAtMs: Number.POSITIVE_INFINITY };

/** Returns each name in `snake_case` and in camel case: `is_draft`, `isDraft`. */
function inBothCases(...lines: readonly string[]): string[] {
  const names = lines.join(" ").split(" ");
  const camelCased = names.map((name) =>
    name.replace(/(?<=\w)_(\w)/g, (_sign, letter: string) => letter.toUpperCase()),
  );
  return [...new Set([...names, ...camelCased])];
}

const STATUS_NAMES = inBothCases(
  "status state _status post_status publish_status publication_status publishing_status",
  "workflow_state workflow_status moderation_state review_status content_status",
);
const ACCESS_NAMES = inBothCases("visibility access access_level");

/** The statuses that hide a row, compared without spaces and punctuation: `Auto-Draft`, `pending_review`. Any other status is shown. */
const HIDDEN_STATUS =
  /^(?:(?:auto)?drafts?|rasimu|archived?|trash(?:ed)?|(?:soft)?deleted|removed|private(?:lypublished)?|hidden|unpublished|not(?:yet)?published|(?:not|non)public|inactive|disabled|internal|rejected|spam|(?:pending|awaiting|waiting)(?:for)?(?:review|approval|moderation|publication)?|(?:in|under|needs|for|readyfor)review|passwordprotected)$/;
/** The access levels that hide a row: `members`, `Password protected`. */
const HIDDEN_ACCESS =
  /^(?:private|hidden|internal|unlisted|(?:password)?protected|password|restricted|members?(?:only)?|registered|loggedin|paid|tiers|staff|none|nobody|draft|archived|trash(?:ed)?)$/;
/** A status that hides news only: an event that is over is shown as past. */
const EXPIRED_STATUS = /^expired$/;
/** A status that hides news until its date. A scheduled event is simply going to take place. Examples: `scheduled`, `future`. */
const PLANNED_STATUS = /^(?:scheduled|future|planned)$/;

const HIDING_FLAGS = inBothCases(
  "draft is_draft deleted is_deleted soft_deleted archived is_archived trashed is_trashed hidden is_hidden",
  "private is_private unlisted is_unlisted unpublished is_unpublished protected is_protected spam is_spam",
  "password_protected is_password_protected has_password requires_password",
);
const SHOWING_FLAGS = inBothCases(
  "published is_published publish live is_live public is_public visible is_visible active is_active",
  "enabled is_enabled approved is_approved",
);
const PASSWORDS = inBothCases("password post_password");

const PUBLISHED = inBothCases("published_at publish_date");
/** The other dates that hold a row back. The dates of the event itself are not among them. */
const HELD_UNTIL = inBothCases(
  "publish_at publish_on published_on publication_date date_published first_published_at published",
  "go_live_at embargo embargo_until embargoed_until",
);
const HIDDEN_FROM = inBothCases("deleted_at archived_at trashed_at deleted archived trashed");
/** The dates that end the visibility of news only: an event that has expired is over, but keeps its page. */
const SHOWN_UNTIL = inBothCases("unpublish_at unpublish_on unpublish_date expire_at expires_at");

/** The tolerance for the clock of a source, which may be ahead. */
const CLOCK_SKEW_MS = 15 * MINUTE_MS;

/** Returns the value inside `{ value: "draft" }`, `{ slug: "draft" }` or `[{ value: false }]`. */
function plainOf(given: unknown): unknown {
  const [value] = [given].flat();
  if (!isRecord(value)) return value;
  const { value: own, slug, name, key, code, label } = value;
  return [own, slug, name, key, code, label].find((one) => one !== undefined && one !== null);
}

const NO: ReadonlySet<string> = new Set(["false", "0", "no", "n", "hapana"]);

const isNo = (value: unknown): boolean =>
  typeof value === "string" ? NO.has(value.trim().toLowerCase()) : value === false || value === 0;

/** Reduces a text to letters: `Pending review` becomes `pendingreview`. */
const lettersOf = (value: unknown): string =>
  typeof value === "string"
    ? value
        .slice(0, 100)
        .toLowerCase()
        .replace(/[^\p{L}]/gu, "")
    : "";

/**
 * Recognises a draft of Strapi: never published, in a row with the other times that Strapi writes. Other systems leave the time of
 * publication of public rows empty.
 */
const isStrapiDraft = (row: RowFields): boolean =>
  row.get("publishedAt") === null &&
  isText(row.get("createdAt")) &&
  isText(row.get("updatedAt")) &&
  (row.get("documentId") !== undefined || row.get("locale") !== undefined);

const instantOf = (at: string | null) => (at === null ? null : Date.parse(at));

/** Tells whether a date is past. A text that was meant as a date counts as past; `0000-00-00` is no date. */
function isPast(value: unknown, nowMs: number): boolean {
  if (isNo(value) || typeof value === "boolean") return false;
  const { at, precision } = readDate(value);
  return at === null
    ? precision === "invalid" && typeof value === "string"
    : Date.parse(at) <= nowMs;
}

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";

const isLocked = (value: unknown): boolean => value === true || isText(value);

/** Decides by everything that a source may say about the visibility of a row. An unknown word or value hides nothing. */
export function readVisibility(
  row: RowFields,
  { source, nowMs }: { source: DataTag; nowMs: number },
): Visibility {
  const isOfNews = source === "news";
  const givenIn = (names: readonly string[]) =>
    names.map((name) => row.get(name)).filter((value) => value !== undefined && value !== null);
  const valuesOf = (names: readonly string[]) => givenIn(names).map(plainOf);
  const datesOf = (names: readonly string[]) =>
    valuesOf(names)
      .map((value) => instantOf(readDate(value).at))
      .filter((at) => at !== null);
  // A list may hold several words.
  const wordsOf = (names: readonly string[]) =>
    givenIn(names).flatMap((given) => [given].flat().map((one) => lettersOf(plainOf(one))));

  const statuses = wordsOf(STATUS_NAMES);
  const has = (form: RegExp) => statuses.some((word) => form.test(word));
  const published = instantOf(chooseDate(row, PUBLISHED).at);
  // The time when a row was made counts as its publication if nothing else is stated.
  const made = isOfNews && published === null ? instantOf(readDate(row.get("createdAt")).at) : null;
  const planned = [...datesOf(HELD_UNTIL), ...(published === null ? [] : [published])];
  const starts = made === null ? planned : [...planned, made - CLOCK_SKEW_MS];
  const ends = isOfNews ? datesOf(SHOWN_UNTIL) : [];
  const isHidden =
    has(HIDDEN_STATUS) ||
    isStrapiDraft(row) ||
    (isOfNews && has(EXPIRED_STATUS)) ||
    (isOfNews && has(PLANNED_STATUS) && planned.length === 0) ||
    wordsOf(ACCESS_NAMES).some((word) => HIDDEN_ACCESS.test(word)) ||
    valuesOf(["status", "_status"]).some(isNo) ||
    valuesOf(HIDING_FLAGS).some(readFlag) ||
    valuesOf(SHOWING_FLAGS).some(isNo) ||
    valuesOf(HIDDEN_FROM).some((value) => isPast(value, nowMs)) ||
    valuesOf(PASSWORDS).some(isLocked) ||
    // WordPress marks password-protected texts in the text object itself.
    ["content", "excerpt"].some((name) => {
      const text = row.get(name);
      return isRecord(text) && readFlag(text.protected);
    });
  if (isHidden) return { isPublic: false, changesAtMs: Number.POSITIVE_INFINITY };
  const isPublic = starts.every((at) => at <= nowMs) && ends.every((at) => at > nowMs);
  const toCome = [...starts, ...ends].filter((at) => at > nowMs);
  return { isPublic, changesAtMs: Math.min(...toCome) };
}
