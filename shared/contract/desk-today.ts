import type { EventItem } from "../model/event-item.schema.ts";

/** A new message or pledge on the first page of the desk. */
export interface DeskTodayMessage {
  reference: string;
  isGift: boolean;
  receivedAt: string;
  name: string;
  subject: string;
  excerpt: string;
}

/** A text that is not published: a story, or a document of the website. A document has its name as its title. */
export interface DeskDraft {
  kind: "news" | "website";
  id: string;
  title: string;
}

/** A part of the site that does not work, or that nobody has set up. */
export type DeskFault = "noMail" | "mailWaits" | "mailFailed" | "source" | "payments";

/** The content of the desk's home: the work of today. */
export interface DeskToday {
  /** The newest of the new messages and pledges. */
  messages: readonly DeskTodayMessage[];
  /** The new messages and pledges that came more than two days ago; `day` is the last day on which one of them may have come. */
  overdue: { count: number; day: string };
  gifts: {
    /** The month in East Africa, such as `2026-11`. */
    month: string;
    /** The sums of what was received in the month, one for each currency, such as "TZS 50,000". */
    sums: readonly string[];
    count: number;
    /** The number of pledges of which nothing is recorded yet. */
    pledges: number;
  };
  /** The next events; null while the source does not respond. */
  events: readonly EventItem[] | null;
  drafts: readonly DeskDraft[];
  faults: readonly DeskFault[];
}
