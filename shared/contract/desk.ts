import { INBOX_FORMS, type InboxForm } from "../forms/form-names.ts";
import type { Language } from "../languages.ts";
import type { EventTiming } from "../model/event.ts";
import type { EventItem } from "../model/event-item.schema.ts";
import type { NewsItem } from "../model/news-item.schema.ts";
import type { Picture } from "../model/picture.schema.ts";
import type { Query } from "../paths.ts";
import type { DeskBinRow, DeskNewsState, DeskOwn, DeskTwin, DeskVersions } from "./desk-entries.ts";
import type { DeskPeople } from "./desk-people.ts";
import type { DeskToday } from "./desk-today.ts";
import type { SiteDocument, SiteSection } from "./desk-website.ts";
import type { SpamSignal } from "./spam.ts";

/**
 * The states that staff give to a message. `new`: open. `waiting`: answered, until the sender writes again. `bin`: deleted, and
 * erased 30 days later. All times in this file are ISO 8601.
 */
export const DESK_STATES = ["new", "waiting", "done", "spam", "bin"] as const;
export type DeskState = (typeof DESK_STATES)[number];

/** The days for which a deleted message stays in the bin. */
export const BIN_DAYS = 30;

/** The state of a message after each action that changes the state. */
export const STATES_AFTER: ReadonlyMap<string, DeskState> = /* @__PURE__ */ new Map([
  ["done", "done"],
  ["new", "new"],
  ["spam", "spam"],
  ["not-spam", "new"],
  ["waiting", "waiting"],
  ["reply", "waiting"],
  ["reply-close", "done"],
  ["answered", "waiting"],
  ["answered-close", "done"],
  ["delete", "bin"],
]);

/** The lists of messages: one for each state, and one of all outside the bin. */
export const DESK_LISTS = ["new", "waiting", "done", "spam", "all", "bin"] as const;
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
  /** The address of the member of staff who takes care of the message; null for nobody. */
  assignee: string | null;
  /** The last answer: the time, and the address of who answered; null without an answer. */
  answered: { at: string; by: string } | null;
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

/**
 * The state of a reply's mail. `unknown`: the site stopped while it was sending. `later`: the mail server did not take the mail
 * yet, and is tried again.
 */
export type DeskSending = "sent" | "waiting" | "later" | "failed" | "unknown";

/** An entry below a message: a reply, an answer by telephone, or a note, which is never sent. */
export interface DeskMessageEntry {
  number: number;
  kind: "reply" | "answered" | "note";
  at: string;
  by: string;
  text: string;
  /** The state of the mail; null for other kinds than replies. */
  sending: DeskSending | null;
}

/** The most characters of a reply or a note. */
export const MAX_WRITTEN = 5_000;

/** The text that was typed below a message, in a form that comes back. */
export interface DeskTyped {
  kind: DeskMessageEntry["kind"];
  text: string;
  /** The key of the form, so that a form that is sent twice makes one entry. */
  key: string;
  /** The version of the message that the text is based on. */
  version: string;
  error: DeskFieldError | null;
}

/** A saved reply, in both languages. The text of a language may be empty. */
export interface DeskSavedReply {
  id: string;
  title: string;
  en: string;
  sw: string;
  /** A number that increases with each change. A form names the version it is based on. */
  version: string;
}

export interface DeskMessage extends Omit<DeskRow, "form" | "excerpt"> {
  form: InboxForm;
  /** The number of other messages and gifts from the same e-mail address. */
  others: number;
  fields: readonly (readonly [name: string, value: string])[];
  email: string;
  phone: string;
  /** The language in which the sender is answered, and the subject and the quote of a mail in that language. */
  language: Language;
  replySubject: string;
  quote: string;
  entries: readonly DeskMessageEntry[];
  /** The addresses of the staff to whom the message can be assigned. */
  colleagues: readonly string[];
  savedReplies: readonly DeskSavedReply[];
  /** True when the site sends mails. */
  hasMail: boolean;
  /** A key for the forms of the page. */
  formKey: string;
  /** The state of the message's delivery to the content API. */
  delivery: "waiting" | "delivered" | "dead" | "kept" | "held";
  /** The signals for which the message is held as spam. */
  heldBecause: readonly SpamSignal[];
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
  /** True for a gift whose donor staff did not enter. */
  isUnnamed: boolean;
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
  method: string;
  receiptNumber: string;
  mayName: boolean;
  /** The payment of another amount, such as "TZS 20,000"; empty when there is none. */
  otherPayment: string;
  /** The monthly gift that this is a payment of; empty for any other gift. */
  partOf: string;
  /** The later payments of a monthly gift. */
  payments: readonly { reference: string; amount: string; day: string }[];
  /** True for a monthly gift, of which another payment can be recorded. */
  takesPayments: boolean;
  /** True when staff may correct the entry. */
  isCorrectable: boolean;
  /** True when the receipt can be mailed again. */
  isResendable: boolean;
  /** The month whose payment is missing; empty when none is. */
  missed: string;
  /** The time when a monthly gift ended; empty while it goes on. */
  stoppedAt: string;
}

/** The typed or prefilled values of a form about a gift, with their errors. */
export interface DeskGiftForm {
  fields: Readonly<Record<string, string>>;
  errors: DeskEntry["errors"];
}

/** A sum of gifts, by month, purpose or way of payment. */
export interface DeskSum {
  /** `2026-11`, the value of a purpose, or a way of payment; empty where it was not recorded. */
  name: string;
  amountMinor: number;
  count: number;
}

/** The gifts of one currency in a period. */
export interface DeskTotals {
  currency: string;
  amountMinor: number;
  count: number;
  months: readonly DeskSum[];
  purposes: readonly DeskSum[];
  methods: readonly DeskSum[];
}

/** A gift in a statement. `name` is empty unless the donor has agreed to be named. */
export interface DeskStatementRow {
  reference: string;
  day: string;
  amount: string;
  purpose: string;
  method: string;
  name: string;
}

/** A change that was refused because somebody else was quicker, with the other action if it is known. */
export interface DeskStale {
  action: DeskAction | null;
}

/** The error of a field, by a code; `max` is the limit of a text that is too long, `text` names another item. */
export type DeskFieldError = { code: string; max?: number; text?: string };

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
  /** The parts that only items of this site itself have; null where another system keeps the items. */
  own: DeskOwn | null;
  actions: readonly DeskAction[];
}

export interface DeskEvent extends DeskEntry {
  /** The event as visitors would see it. */
  preview: EventItem | null;
}

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
  /** The address of the member of staff who takes care of the messages; `nobody` for unassigned ones, empty for all messages. */
  assignee: string;
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
      /** The addresses of the staff to whom messages can be assigned. */
      colleagues: readonly string[];
      isLast: boolean;
      /** Mails that failed and are not retried any more. */
      failedMails: readonly { reference: string; recipient: string; subject: string }[];
    }
  | { kind: "message"; message: DeskMessage; stale?: DeskStale; typed?: DeskTyped }
  | {
      /** A text that comes back without its message: nobody is signed in, the store is down, or the message is gone. */
      kind: "typed";
      reference: string;
      problem: "session" | "store" | "gone";
      action: string;
      typed: DeskTyped;
    }
  | { kind: "saved-replies"; rows: readonly DeskSavedReply[] }
  | {
      kind: "saved-reply";
      reply: DeskSavedReply;
      errors: Readonly<Record<string, DeskFieldError>>;
      problem: "session" | "store" | null;
      /** True when a colleague was quicker, so that nothing was saved. */
      isStale: boolean;
    }
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
      ask: { change: DeskGiftChange | "correct"; note: string; form: DeskGiftForm } | null;
      stale?: DeskStale;
    }
  | {
      kind: "gift-new";
      form: DeskGiftForm;
      /** The monthly gift that the new one is a payment of; empty for any other gift. */
      partOf: string;
    }
  | {
      kind: "gift-totals";
      /** The first and the last day of the period. */
      filter: { from: string; to: string };
      errors: DeskEntry["errors"];
      totals: readonly DeskTotals[];
      rows: readonly DeskStatementRow[];
    }
  | {
      kind: "news-list";
      /** The news, newest first; null when another system holds the news. `at` is the publication, or the last change of a draft. */
      rows:
        | readonly {
            id: string;
            title: string;
            state: DeskNewsState;
            at: string;
            languages: readonly DeskTwin[];
          }[]
        | null;
    }
  | { kind: "news"; entry: DeskNews }
  | {
      kind: "events";
      rows: readonly {
        event: EventItem;
        timing: EventTiming;
        /** The event in the languages of the site; empty where another system keeps the events. */
        languages: readonly DeskTwin[];
      }[];
      page: number;
      isLast: boolean;
      /** False while the source does not respond. */
      isRead: boolean;
    }
  | { kind: "event"; entry: DeskEvent }
  | { kind: "today"; today: DeskToday }
  | { kind: "sources" }
  /** For staff, in place of the public page for what does not exist. */
  | { kind: "absent" }
  | { kind: "versions"; versions: DeskVersions; stale?: DeskStale }
  | { kind: "bin"; rows: readonly DeskBinRow[]; isGone: boolean }
  | { kind: "website"; q: string; sections: readonly SiteSection[] }
  | { kind: "document"; document: SiteDocument }
  | {
      kind: "website-look";
      document: SiteDocument;
      page: string;
      language: "en" | "sw";
      width: "phone" | "desktop";
    }
  | DeskPeople;

/** A page of the desk, for one member of the staff. */
export interface DeskView {
  status: number;
  /** The e-mail address of the signed-in member of staff; null before signing in. */
  staff: string | null;
  /** The number of new messages and pledges; null before signing in, and while the store is down. */
  newMessages: number | null;
  /** The URL of this page in the other language. */
  otherHref: string;
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
