import type { DeskFreshSignIn } from "./desk-people.ts";

/** The parts of a field: what stands once, and the words in each language. */
export type SitePart = "facts" | "en" | "sw";

/** The texts of the words about a field, in the language of the desk. */
interface SiteWords {
  /** The path in the document, such as `contact.phones.0.number`. */
  path: string;
  label: string;
  help: string;
}

/** A remark about what is typed in a part of a field: a mistake, which must be corrected, or advice. */
export interface SiteRemark {
  part: SitePart;
  kind: "error" | "advice";
  text: string;
}

export interface SiteChoice {
  value: string;
  label: string;
}

/** A field with one control for each part. */
export interface SiteValue extends SiteWords {
  kind: "value";
  control:
    | "line"
    | "long"
    | "markdown"
    | "choice"
    | "picture"
    | "number"
    | "date"
    | "moment"
    | "link";
  values: Partial<Record<SitePart, string>>;
  isRequired: boolean;
  example: string;
  choices: readonly SiteChoice[];
  remarks: readonly SiteRemark[];
  /** The URL of the present picture; null for any other field. */
  picture: string | null;
}

/** Fields that belong together. */
export interface SiteGroup extends SiteWords {
  kind: "group";
  fields: readonly SiteNode[];
  /** True while the group is marked as invented. */
  isPlaceholder: boolean;
  /** True for a group that the document may do without. */
  isOptional: boolean;
}

/** A list of items, to add, remove and move. */
export interface SiteList extends SiteWords {
  kind: "list";
  items: readonly {
    path: string;
    title: string;
    isPlaceholder: boolean;
    fields: readonly SiteNode[];
  }[];
  /** True when the items have names of their own, which never change. */
  isNamed: boolean;
  canAdd: boolean;
  canRemove: boolean;
  canMove: boolean;
  /** The mistakes of the list itself. */
  remarks: readonly SiteRemark[];
}

export type SiteNode = SiteValue | SiteGroup | SiteList;

/** The states of a document: as released, edited but not published, published, to be published at a time, or removed. */
export type SiteState = "file" | "draft" | "published" | "planned" | "removed";

/** A row in the list of what can be edited. */
export interface SiteRow {
  href: string;
  /** The name of the document, with the part of it that the row stands for. */
  name: string;
  title: string;
  state: SiteState;
  changedAt: string | null;
  changedBy: string | null;
  /** The words around what was searched for; empty without a search. */
  found: string;
}

/** A group of documents in the list of the website, such as "People". */
export interface SiteSection {
  id: string;
  title: string;
  /** The kind of entry that can be added here; null for none. */
  adds: string | null;
  rows: readonly SiteRow[];
}

/** A change of one field, before and after. */
export interface SiteChange {
  label: string;
  part: SitePart;
  before: string;
  after: string;
}

export interface SiteVersion {
  version: string;
  state: SiteState;
  at: string;
  by: string;
  /** The time at which a planned version is published. */
  publishAt: string | null;
}

/** A question before something is done. */
export type SiteQuestion =
  | {
      kind: "publish";
      changes: readonly SiteChange[];
      /** True when a change of accounts or of the office's address is among them. */
      isGuarded: boolean;
    }
  | {
      kind: "remove";
      links: readonly { name: string; label: string }[];
      address: string;
      to: string;
    }
  | { kind: "move"; address: string; to: string };

/** A document of the website, in a form. */
export interface SiteDocument {
  id: string;
  name: string;
  title: string;
  /** The part of the document that is shown; empty for all of it. */
  section: string;
  state: SiteState;
  /** The newest version. A form names the version it is based on. */
  version: string;
  /** The texts of the document as JSON, with everything that was typed. They come back with the form. */
  base: string;
  /** The fields; null where a text is not in the form of its file. */
  fields: readonly SiteNode[] | null;
  /** The whole texts, where they are edited as files have them. */
  texts: { facts: string | null; en: string | null; sw: string | null } | null;
  /** The mistakes that belong to no field. */
  errors: readonly string[];
  /** The number of mistakes at fields. */
  faults: readonly { path: string; part: SitePart; label: string; text: string }[];
  /** The newest version when a colleague was quicker, so that nothing was saved. */
  stale: { at: string; by: string; changes: readonly SiteChange[] } | null;
  /** The reason why nothing can be saved now. */
  obstacle: "session" | "store" | null;
  /** True when a release has changed the files since the office began to edit. */
  isFileNewer: boolean;
  /** True when the form comes back with what was typed. */
  isTyped: boolean;
  /** The figures of the ledger, to write into texts. */
  figures: readonly { key: string; value: string; label: string }[];
  /** The pages that show the document. */
  pages: readonly string[];
  question: SiteQuestion | null;
  /** Set when a change of accounts was not published because the session is not fresh. */
  freshSignIn: DeskFreshSignIn | null;
  /** The time at which a planned version is published, as an input of the browser takes it. */
  publishAt: string;
  publishAtError: boolean;
  /** True for an entry with an address of its own, which can be changed and removed. */
  address: string | null;
  versions: readonly SiteVersion[];
}
