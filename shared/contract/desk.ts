import { INBOX_FORMS, type InboxForm } from "../forms/form-names.ts";
import type { EventTiming } from "../model/event.ts";
import type { EventItem } from "../model/event-item.schema.ts";
import type { NewsItem } from "../model/news-item.schema.ts";
import type { Picture } from "../model/picture.schema.ts";
import type { Query } from "../paths.ts";

/** What staff have made of a message. Times are ISO 8601 in all that follows. */
export const DESK_STATES = ["new", "done", "spam"] as const;
export type DeskState = (typeof DESK_STATES)[number];

export const DESK_FORMS = [...INBOX_FORMS, "gift"] as const;
export type DeskForm = (typeof DESK_FORMS)[number];

/** A row of the list of messages. A gift is new as long as it is pledged alone. */
export interface DeskRow {
  reference: string;
  form: DeskForm;
  state: DeskState;
  receivedAt: string;
  /** As typed; empty once a donor is forgotten. */
  name: string;
}

export interface DeskAction {
  at: string;
  /** The e-mail address, or who changed a gift. */
  by: string;
  action: string;
  note?: string | undefined;
}

export interface DeskMessage extends Omit<DeskRow, "form" | "name"> {
  form: InboxForm;
  fields: readonly (readonly [name: string, value: string])[];
  email: string;
  /** What became of its delivery to the content API. */
  delivery: "waiting" | "delivered" | "dead" | "kept" | "held";
  deletedAt: string;
  actions: readonly DeskAction[];
  /** Increases with each action of staff: a form says what it is based on. */
  version: string;
  /** The reference of the next older message of the filter; null after the last one. */
  next: string | null;
}

export interface DeskGiftRow {
  reference: string;
  state: string;
  /** "TZS 50,000": what is left after refunds in part. */
  amount: string;
  createdAt: string;
  /** When the money came; null while it has not. */
  receivedAt: string | null;
  name: string;
}

/** What may be said of a gift; `undo` takes back what staff said last. */
export const GIFT_CHANGES = ["paid", "cancelled", "refunded", "undo"] as const;
export type DeskGiftChange = (typeof GIFT_CHANGES)[number];

export interface DeskGift extends DeskGiftRow {
  /** Increases with each change: a form says what it is based on. */
  version: string;
  /** "TZS 20,000 of TZS 50,000"; empty while nothing went back in part. */
  refundedPart: string;
  /** Whether the donor is written to: mails are sent, and the donor is known. */
  isWrittenTo: boolean;
  frequency: string;
  purpose: string;
  email: string;
  phone: string;
  mayWrite: boolean;
  provider: string;
  actions: readonly DeskAction[];
  /** What may be said of it now. */
  changes: readonly DeskGiftChange[];
  /** The state to which `undo` would lead. */
  undoneState: string;
}

/** Why a change was refused: others were quicker. The action that is known of them, if any. */
export interface DeskStale {
  action: DeskAction | null;
}

/** What is wrong with a field, by name; `max` is the limit of a text that is too long. */
export type DeskFieldError = { code: string; max?: number };

/** The form of an event or of news. */
export interface DeskEntry {
  /** `new` until there is one. */
  id: string;
  /** As read or as typed, by the names of the form. */
  fields: Readonly<Record<string, string>>;
  /** Whether the form comes back with what was typed. */
  isTyped: boolean;
  errors: Readonly<Record<string, DeskFieldError>>;
  /** Why nothing was changed, if not for these errors; `said` is what the source says. */
  problem: {
    failed?: "create" | "update" | "remove" | null;
    name:
      | ("session" | "store" | "sent" | "sending" | "stale" | "out")
      | ("not-found" | "conflict" | "refused" | "unavailable" | "unseen");
    said?: string | undefined;
    /** The last change at the desk, where somebody else has changed or deleted the entry. */
    change?: DeskAction | undefined;
  } | null;
  /** The one that was chosen or is stored. */
  picture: Picture | null;
  /** Whether a picture is a file; where the source is another system, it is an address. */
  takesFile: boolean;
  actions: readonly DeskAction[];
}

export interface DeskEvent extends DeskEntry {
  /** As visitors would see it. */
  preview: EventItem | null;
}

export const NEWS_STATES = ["published", "planned", "draft"] as const;
export type DeskNewsState = (typeof NEWS_STATES)[number];

export interface DeskNews extends DeskEntry {
  state: DeskNewsState;
  /** Of the page on the site, and since when it is there; null until it is published or planned. */
  published: { slug: string; at: string } | null;
  /** As visitors would see it. */
  preview: NewsItem | null;
  categories: readonly string[];
}

/** What one page of the desk shows. */
export type DeskPage =
  | {
      kind: "sign-in";
      step: "ask" | "noMail" | "sent" | "confirm" | "expired" | "tooMany";
      link?: string;
    }
  | {
      kind: "messages";
      /** What is shown, as the URL says. */
      filter: {
        state: DeskState;
        form: DeskForm | null;
        /** In the name, the e-mail address or the reference. */
        q: string;
        /** From 1. */
        page: number;
      };
      rows: readonly DeskRow[];
      counts: Readonly<Record<DeskState, number>>;
      isLast: boolean;
      /** Mails that were given up. */
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
      /** The newest first; null where another system holds them. `at` is when it is public; of a draft, when it was last changed. */
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
  | { kind: "event"; entry: DeskEvent };

/** A page of the desk, for one member of the staff. */
export interface DeskView {
  status: number;
  /** The e-mail address of who is signed in; null before. */
  staff: string | null;
  /** After which messages and donors are deleted. */
  retentionDays: number;
  /** What has just been done, by name; null when nothing was. */
  notice: string | null;
  /** The reference that the notice speaks of. */
  about: string | null;
  /** Before which action the page asks. */
  asked: string | null;
  /** The parameters of the list that the page was opened from. */
  filter: Readonly<Record<string, string>>;
  /** Of the session that is or was: in the address of a form, it lets a large file take its time. */
  session: string | null;
  page: DeskPage;
}
