import { INBOX_FORMS, type InboxForm } from "../forms/form-names.ts";
import type { EventTiming } from "../model/event.ts";
import type { EventItem } from "../model/event-item.schema.ts";
import type { NewsItem } from "../model/news-item.schema.ts";
import type { Picture } from "../model/picture.schema.ts";
import type { Query } from "../paths.ts";
import type { SiteDocument, SiteSection } from "./desk-website.ts";

/** The states that staff give to a message. All times in this file are ISO 8601. */
export const DESK_STATES = ["new", "done", "spam"] as const;
export type DeskState = (typeof DESK_STATES)[number];

/** The state of a message after each action that changes the state. */
export const STATES_AFTER: ReadonlyMap<string, DeskState> = /* @__PURE__ */ new Map([
  ["done", "done"],
  ["new", "new"],
  ["spam", "spam"],
  ["not-spam", "new"],
]);

/** The lists of messages: one for each state, and one of all. */
export const DESK_LISTS = [...DESK_STATES, "all"] as const;
export type DeskList = (typeof DESK_LISTS)[number];

export const DESK_FORMS = [...INBOX_FORMS, "gift"] as const;
export type DeskForm = (typeof DESK_FORMS)[number];

/** A row in the list of messages. A gift is new as long as it is only pledged. */
export interface DeskRow {
  reference: string;
  form: DeskForm;
  state: DeskState;
  receivedAt: string;
  /** The name as typed; empty once a donor is forgotten. */
  name: string;
  /** The subject as typed; empty for a form without one. */
  subject: string;
  /** The first letters of the text, in one line; empty for a gift. */
  excerpt: string;
}

/** A message with the state that a page shows. An action on the message is refused once the message has another state. */
export interface DeskItem {
  reference: string;
  state: DeskState;
}

export interface DeskAction {
  at: string;
  /** The e-mail address of a member of staff, or the party that changed a gift. */
  by: string;
  action: string;
  note?: string | undefined;
}

export interface DeskMessage extends Omit<DeskRow, "form" | "excerpt"> {
  form: InboxForm;
  /** The number of other messages and gifts from the same e-mail address. */
  others: number;
  fields: readonly (readonly [name: string, value: string])[];
  email: string;
  /** The state of the message's delivery to the content API. */
  delivery: "waiting" | "delivered" | "dead" | "kept" | "held";
  deletedAt: string;
  actions: readonly DeskAction[];
  /** A number that increases with each action of staff. A form names the version it is based on. */
  version: string;
  /** The reference of the next older message of the filter; null after the last one. */
  next: string | null;
}

export interface DeskGiftRow {
  reference: string;
  state: string;
  /** The amount that is left after partial refunds, such as "TZS 50,000". */
  amount: string;
  createdAt: string;
  /** The time when the money came; null until then. */
  receivedAt: string | null;
  name: string;
}

/** The changes that staff can make to a gift; `undo` takes back their last change. */
export const GIFT_CHANGES = ["paid", "cancelled", "refunded", "undo"] as const;
export type DeskGiftChange = (typeof GIFT_CHANGES)[number];

export interface DeskGift extends DeskGiftRow {
  /** A number that increases with each change. A form names the version it is based on. */
  version: string;
  /** The partial refund, such as "TZS 20,000 of TZS 50,000"; empty when there is none. */
  refundedPart: string;
  /** True when the donor gets mails: the site sends mails, and the donor is known. */
  isWrittenTo: boolean;
  frequency: string;
  purpose: string;
  email: string;
  phone: string;
  mayWrite: boolean;
  provider: string;
  actions: readonly DeskAction[];
  /** The changes that are possible now. */
  changes: readonly DeskGiftChange[];
  /** The state that `undo` would restore. */
  undoneState: string;
}

/** A change that was refused because somebody else was quicker, with the other action if it is known. */
export interface DeskStale {
  action: DeskAction | null;
}

/** The error of a field, by a code; `max` is the limit of a text that is too long. */
export type DeskFieldError = { code: string; max?: number };

/** The form of an event or of news. */
export interface DeskEntry {
  /** The id of the entry; `new` until the entry is created. */
  id: string;
  /** The values as read or as typed, by the names of the form. */
  fields: Readonly<Record<string, string>>;
  /** True when the form comes back with the typed values. */
  isTyped: boolean;
  errors: Readonly<Record<string, DeskFieldError>>;
  /** The reason why nothing was changed, apart from `errors`; `reason` is the message of the source. */
  problem: {
    failed?: "create" | "update" | "remove" | null;
    name:
      | "session"
      | "store"
      | "sent"
      | "sending"
      | "stale"
      | "out"
      | "not-found"
      | "conflict"
      | "refused"
      | "unavailable"
      | "unseen";
    reason?: string | undefined;
    /** The last change at the desk, when somebody else has changed or deleted the entry. */
    change?: DeskAction | undefined;
  } | null;
  /** The picture that was chosen or is stored. */
  picture: Picture | null;
  /** True when a picture is a file. When the source is another system, a picture is an address. */
  takesFile: boolean;
  actions: readonly DeskAction[];
}

export interface DeskEvent extends DeskEntry {
  /** The event as visitors would see it. */
  preview: EventItem | null;
}

export const NEWS_STATES = ["published", "planned", "draft"] as const;
export type DeskNewsState = (typeof NEWS_STATES)[number];

export interface DeskNews extends DeskEntry {
  state: DeskNewsState;
  /** The slug of the page on the site, and the time of publication; null until the item is published or planned. */
  published: { slug: string; at: string } | null;
  /** The item as visitors would see it. */
  preview: NewsItem | null;
  categories: readonly string[];
}

/** The selection of messages, as in the URL. */
export interface MessageFilter {
  state: DeskList;
  form: DeskForm | null;
  /** Words that must all occur in what the sender typed, or in the reference. */
  q: string;
  /** The first and the last day of receipt in East Africa, such as `2026-11-28`, as typed; empty without a limit. */
  from: string;
  to: string;
  /** The e-mail address of one sender; empty for all senders. */
  person: string;
}

/** The content of one page of the desk. */
export type DeskPage =
  | {
      kind: "sign-in";
      step: "ask" | "noMail" | "sent" | "confirm" | "expired" | "tooMany";
      link?: string;
    }
  | {
      kind: "messages";
      /** The page number counts from 1. */
      filter: MessageFilter & { page: number };
      errors: DeskEntry["errors"];
      rows: readonly DeskRow[];
      counts: Readonly<Record<DeskList, number>>;
      /** The chosen messages that a person is asked to delete, each with its state; null without a question. */
      ask: readonly DeskItem[] | null;
      isLast: boolean;
      /** Mails that failed and are not retried any more. */
      failedMails: readonly { reference: string; recipient: string; subject: string }[];
    }
  | { kind: "message"; message: DeskMessage; stale?: DeskStale }
  | {
      kind: "gifts";
      /** State, currency and month, as the URL says. */
      filter: Query & { page: number };
      errors: DeskEntry["errors"];
      rows: readonly DeskGiftRow[];
      isLast: boolean;
    }
  | {
      kind: "gift";
      gift: DeskGift;
      /** The change that a person is asked to confirm, with the note that was typed. */
      ask: { change: DeskGiftChange; note: string } | null;
      stale?: DeskStale;
    }
  | {
      kind: "news-list";
      /** The news, newest first; null when another system holds the news. `at` is the publication, or the last change of a draft. */
      rows: readonly { id: string; title: string; state: DeskNewsState; at: string }[] | null;
    }
  | { kind: "news"; entry: DeskNews }
  | {
      kind: "events";
      rows: readonly { event: EventItem; timing: EventTiming }[];
      page: number;
      isLast: boolean;
      /** False while the source does not respond. */
      isRead: boolean;
    }
  | { kind: "event"; entry: DeskEvent }
  | { kind: "website"; q: string; sections: readonly SiteSection[] }
  | { kind: "document"; document: SiteDocument }
  | {
      kind: "website-look";
      document: SiteDocument;
      page: string;
      language: "en" | "sw";
      width: "phone" | "desktop";
    };

/** A page of the desk, for one member of the staff. */
export interface DeskView {
  status: number;
  /** The e-mail address of the signed-in member of staff; null before signing in. */
  staff: string | null;
  /** The number of days after which messages and donors are deleted. */
  retentionDays: number;
  /** The name of the notice about the last action; null when there was no action. */
  notice: string | null;
  /** The references that the notice is about. */
  about: readonly string[];
  /** The states that these messages had before; empty when the action cannot be undone by a button. */
  before: readonly DeskState[];
  /** The number of messages that the action left alone, because a colleague had changed them. */
  leftAlone: number;
  /** The present time. */
  now: string;
  /** The action that the page asks to confirm. */
  asked: string | null;
  /** The parameters of the list that the page was opened from. */
  filter: Readonly<Record<string, string>>;
  page: DeskPage;
}
