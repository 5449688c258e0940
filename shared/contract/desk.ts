import { INBOX_FORMS, type InboxForm } from "../forms/form-names.ts";
import type { EventTiming } from "../model/event.ts";
import type { EventItem } from "../model/event-item.schema.ts";
import type { NewsItem } from "../model/news-item.schema.ts";

/** What staff have made of a message. */
export const DESK_STATES = ["new", "done", "spam"] as const;
export type DeskState = (typeof DESK_STATES)[number];

export const DESK_FORMS = [...INBOX_FORMS, "gift"] as const;
export type DeskForm = (typeof DESK_FORMS)[number];

/** A row of the list of messages. A gift is new as long as it is pledged alone. */
export interface DeskRow {
  reference: string;
  form: DeskForm;
  state: DeskState;
  /** ISO 8601. */
  receivedAt: string;
  /** As typed; empty once a donor is forgotten. */
  name: string;
}

/** What is shown of the messages, as the URL says. */
export interface DeskFilter {
  state: DeskState;
  form: DeskForm | null;
  /** In the name, the e-mail address or the reference. */
  q: string;
  /** From 1. */
  page: number;
}

/** What staff did. */
export interface DeskAction {
  /** ISO 8601. */
  at: string;
  /** The e-mail address. */
  by: string;
  action: string;
}

/** A message as it was sent. */
export interface DeskMessage extends Omit<DeskRow, "form"> {
  form: InboxForm;
  fields: readonly (readonly [name: string, value: string])[];
  email: string;
  /** What became of its delivery to the content API. */
  delivery: "waiting" | "delivered" | "dead" | "kept" | "held";
  /** When it is deleted; ISO 8601. */
  deletedAt: string;
  actions: readonly DeskAction[];
  /** The reference of the next older message in the same state; null after the last one. */
  next: string | null;
}

export interface DeskGiftRow {
  reference: string;
  state: string;
  amountMinor: number;
  currency: "USD" | "TZS";
  /** ISO 8601. */
  createdAt: string;
  name: string;
}

export interface DeskGiftFilter {
  state: string | null;
  currency: "USD" | "TZS" | null;
  /** `2026-11`, UTC. */
  month: string | null;
  page: number;
}

export interface DeskGift extends DeskGiftRow {
  frequency: string;
  purpose: string;
  email: string;
  phone: string;
  mayWrite: boolean;
  provider: string;
  history: readonly { state: string; at: string; by: string; note: string }[];
  actions: readonly DeskAction[];
  /** What may be said of it now. */
  changes: readonly ("paid" | "cancelled" | "refunded")[];
}

/** The form of one event. */
export interface DeskEvent {
  /** `new` until there is one. */
  id: string;
  /** As read or as typed, by the names of the form. */
  fields: Readonly<Record<string, string>>;
  /** A sentence by the name of each field of the draft that cannot be used. */
  errors: Readonly<Record<string, string>>;
  /** Why nothing was changed; `detail` is what the source says. */
  problem: {
    failed: "create" | "update" | "remove" | null;
    name:
      | ("fields" | "session" | "sent" | "sending")
      | ("not-found" | "conflict" | "refused" | "unavailable" | "unseen");
    detail?: string;
  } | null;
  /** The event as visitors would see it. */
  preview: EventItem | null;
  isDeleting: boolean;
  actions: readonly DeskAction[];
}

/** What one page of the desk shows. */
export type DeskPage =
  | {
      kind: "sign-in";
      step: "ask" | "sent" | "confirm" | "expired";
      link: string;
      hasMail: boolean;
    }
  | {
      kind: "messages";
      filter: DeskFilter;
      rows: readonly DeskRow[];
      counts: Readonly<Record<DeskState, number>>;
      isLast: boolean;
      /** Mails that were given up. */
      failedMails: readonly { recipient: string; subject: string; createdAt: string }[];
    }
  | { kind: "message"; message: DeskMessage; isDeleting: boolean }
  | { kind: "gifts"; filter: DeskGiftFilter; rows: readonly DeskGiftRow[]; isLast: boolean }
  | { kind: "gift"; gift: DeskGift; isForgetting: boolean }
  | DeskNewsList
  | DeskNewsPage
  | {
      kind: "events";
      rows: readonly { event: EventItem; timing: EventTiming }[];
      page: number;
      isLast: boolean;
      /** False while the source does not respond. */
      isRead: boolean;
    }
  | { kind: "event"; event: DeskEvent };

/** A page of the desk, for one member of the staff. */
export interface DeskView {
  status: number;
  /** The e-mail address of who is signed in; null before. */
  staff: string | null;
  /** After which messages and donors are deleted. */
  retentionDays: number;
  /** What has just been done, by name; null when nothing was. */
  notice: string | null;
  page: DeskPage;
}

export const NEWS_STATES = ["published", "planned", "draft"] as const;
export type DeskNewsState = (typeof NEWS_STATES)[number];

export interface DeskNewsRow {
  id: string;
  title: string;
  state: DeskNewsState;
  /** When it is public; of a draft, when it was last changed. ISO 8601. */
  at: string;
}

/** The news, newest first. `rows` is null where another system holds them. */
export interface DeskNewsList {
  kind: "news-list";
  rows: readonly DeskNewsRow[] | null;
}

/** The fields of the form of news, as typed. */
export interface DeskNewsFields {
  title: string;
  /** Markdown, or HTML of somewhere else. */
  text: string;
  excerpt: string;
  category: string;
  language: string;
  /** What the picture shows. */
  alt: string;
  /** When it is to be public: `2026-11-26T09:00`, East Africa Time. */
  at: string;
  /** The picture that was sent with this form before and is not saved yet. */
  upload: string;
  /** Set: without a picture. */
  noPicture: string;
  /** Of the news that the form was filled from. */
  version: string;
}

export type DeskNewsError = "required" | "tooLong" | "past" | "type" | "size" | "broken" | "stale";

export interface DeskNewsPage {
  kind: "news";
  /** Null before it is saved. */
  id: string | null;
  state: DeskNewsState;
  slug: string;
  fields: DeskNewsFields;
  errors: Partial<Record<keyof DeskNewsFields | "picture", DeskNewsError>>;
  /** As it would be shown; its picture is that of the form. */
  item: NewsItem | null;
  isPreview: boolean;
  isDeleting: boolean;
  categories: readonly string[];
  actions: readonly DeskAction[];
}
