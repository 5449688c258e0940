import type { Language } from "../languages.ts";

export const ENTRY_KINDS = ["news", "events"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export const NEWS_STATES = ["published", "planned", "draft"] as const;
export type DeskNewsState = (typeof NEWS_STATES)[number];

/** The same item in another language of the site. All times in this file are ISO 8601. */
export interface DeskTwin {
  language: Language;
  /** The id of the item; null when the item is not written yet. */
  id: string | null;
  title: string;
  state: DeskNewsState | null;
}

/** An item that can be chosen as the translation of another one. */
export interface DeskTwinChoice {
  id: string;
  title: string;
  language: string;
}

/** The parts of an entry that only a source of this site itself has: address, translations, versions. */
export interface DeskOwn {
  /** The path of the pages of this kind, to which the address is added. */
  folder: string;
  /** The path of the public page; null when the item is not public. */
  publicPath: string | null;
  /** True for an item that is stored, with versions to compare. */
  hasVersions: boolean;
  /** The languages of the site: the item's own and the other one. Empty while the language is not chosen. */
  languages: readonly DeskTwin[];
  choices: readonly DeskTwinChoice[];
  /** The time of texts that this person has typed here and not saved; null without any. */
  typedAt: string | null;
  /** The title of the item to which the address led before this item took it. */
  tookFrom: string | null;
}

export interface DeskVersion {
  version: string;
  at: string;
  /** The address of whoever made the version; empty when that is not known. */
  by: string;
  /** The state of news; null for an event. */
  state: DeskNewsState | null;
}

/** A line of a compared text; `gap` stands for equal lines that are left out. */
export interface DiffLine {
  kind: "same" | "removed" | "added" | "gap";
  text: string;
}

/** A field that differs between two versions. */
export interface DeskChange {
  field: string;
  before: string;
  after: string;
  /** The lines of a long text; null for a short one. */
  lines: readonly DiffLine[] | null;
}

/** The versions of an item, and two of them compared. */
export interface DeskVersions {
  kind: EntryKind;
  id: string;
  title: string;
  versions: readonly DeskVersion[];
  /** The versions that are compared, and what differs; null without a choice. */
  compared: { from: string; to: string; changes: readonly DeskChange[] } | null;
}

/** A deleted item that can be put back. */
export interface DeskBinRow {
  kind: EntryKind;
  id: string;
  title: string;
  language: string | null;
  deletedAt: string;
  /** The time at which the item is erased. */
  erasedAt: string;
  /** The address of whoever deleted the item; empty when that is not known. */
  by: string;
}
