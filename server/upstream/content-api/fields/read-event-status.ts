import type { StoredEventItem } from "../../../../shared/model/event-item.schema.ts";
import type { EventStatus } from "../../../../shared/model/event-status.ts";
import type { Fields } from "./first-usable.ts";
import { readFlag } from "./read-count.ts";
import { isRecord, readLine, readName } from "./read-text.ts";

type AttendanceMode = NonNullable<StoredEventItem["attendanceMode"]>;

/**
 * How sources say it, by its letters alone: in English, in the names of schema.org and in Kiswahili, whose verbs begin with the
 * class of their subject (`imefutwa`, `limefutwa`). The gravest first: an event has one status.
 */
const STATUSES: readonly [Exclude<EventStatus, "scheduled">, RegExp][] = [
  ["cancelled", /^(?:cancell?ed|cancell?ation|calledoff|(?:\p{L}{1,3}me|ku)?(?:futwa|ghairiwa))/u],
  ["postponed", /^(?:postponed?|deferred|onhold|(?:\p{L}{1,3}me|ku)?(?:ahirishwa|sitishwa))/u],
  [
    "movedOnline",
    /^(?:(?:moved|gone|switched)(?:to)?|now|\p{L}{1,3}(?:me|ta)\p{L}*)(?:online|virtual|mtandaoni)/u,
  ],
  [
    "rescheduled",
    /^(?:rescheduled?|newdate|date(?:has)?changed|tareheimebadili|tarehempya|\p{L}{1,3}me(?:pangwaupya|pangiwatarehe|sogezwa))/u,
  ],
  [
    "soldOut",
    /^(?:(?:tickets)?soldout|fully?booked|bookedout|full$|(?:tiketi|nafasi)?zime(?:isha|kwisha|jaa|uzwa)|\p{L}{1,3}mejaa$)/u,
  ],
];

const FLAGS: readonly [string, EventStatus][] = [
  ["cancelled", "cancelled"],
  ["is_cancelled", "cancelled"],
  ["postponed", "postponed"],
  ["is_postponed", "postponed"],
  ["sold_out", "soldOut"],
  ["is_sold_out", "soldOut"],
];

const MODES: readonly [AttendanceMode, RegExp][] = [
  ["mixed", /^(?:mixed|hybrid)(?:event)?(?:attendancemode)?$/],
  ["online", /^(?:online|virtual|remote|webinar|mtandaoni)(?:event)?(?:attendancemode)?$/],
  ["offline", /^(?:offline|inperson|onsite|physical)(?:event)?(?:attendancemode)?$/],
];

/** `https://schema.org/EventPostponed` and `This event is postponed!` as `postponed`. */
const lettersOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "")
    .replace(
      /^(?:(?:https?)?schema(?:org)?)?(?:this)?(?:event|tukio(?:hili)?)?(?:is|has(?:been)?)?/,
      "",
    );

/** What the named fields say, as letters; a list may hold several. */
const statedIn = (raw: Fields, names: readonly string[]) =>
  names.flatMap((name) => [raw.get(name)].flat().map((value) => lettersOf(readName(value) ?? "")));

export function readEventStatus(raw: Fields): EventStatus {
  const texts = statedIn(raw, ["status", "event_status", "eventStatus"]);
  const flags = FLAGS.filter(([name]) => readFlag(raw.get(name))).map(([, status]) => status);
  const found = STATUSES.find(
    ([status, form]) => flags.includes(status) || texts.some((text) => form.test(text)),
  );
  return found?.[0] ?? "scheduled";
}

/** A text, or schema.org's object with a name or a URL. */
export function readLocation(value: unknown): string | null {
  return readName(value) ?? (isRecord(value) ? readLine(value.url) : null);
}

const ONLINE =
  /^(?:online|virtual(?:ly)?|webinar|zoom|teams|meet|webex|skype|youtube|facebook|whatsapp|internet|mtandao(?:ni)?)$/;
const BESIDE =
  /^(?:via|by|on|only|live|event|meeting|link|id|\d+|google|microsoft|ms|and|na|kwa|kwenye|kupitia|njia|ya|tu)$/;

/** `Zoom`, `Online via Google Meet`, `Mtandaoni (Zoom)` or a link, and no other word: a name may begin with one of these. */
function isOnlinePlace(location: string): boolean {
  const words = location.toLowerCase().match(/https?:\/\/\S+|[\p{L}\d]+/gu) ?? [];
  const isOnline = (word: string) =>
    ONLINE.test(word) || (word.startsWith("http") && !/map|goo\.gl/.test(word));
  return words.some(isOnline) && words.every((word) => isOnline(word) || BESIDE.test(word));
}

/** As the source states it, or as status and location tell; null when nothing does. */
export function readAttendanceMode(
  raw: Fields,
  { status, location }: Pick<StoredEventItem, "status" | "location">,
): AttendanceMode | null {
  const names = ["event_attendance_mode", "eventAttendanceMode", "attendance_mode", "event_type"];
  const texts = statedIn(raw, names);
  const stated = MODES.find(([, form]) => texts.some((text) => form.test(text)));
  const isFlagged = ["is_online", "isOnline", "online", "is_virtual"].some((name) =>
    readFlag(raw.get(name)),
  );
  if (status === "movedOnline") return "online";
  if (stated) return stated[0];
  return isFlagged || (location !== null && isOnlinePlace(location)) ? "online" : null;
}
