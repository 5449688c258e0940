/** The state of a new link that a guarded act needs: it was mailed, the site sends no mail, or too many were asked for. */
export type DeskFreshSignIn = "sent" | "noMail" | "tooMany";

/** A browser in which somebody is signed in. Times are ISO 8601. */
export interface DeskSession {
  /** The id in the form that ends the session. */
  id: string;
  /** The names of the browser and the operating system; null if unknown. */
  browser: string | null;
  system: string | null;
  since: string;
  lastUsedAt: string;
  /** True for the browser that shows the page. */
  isThis: boolean;
}

/** Somebody who may sign in. */
export interface DeskPerson {
  id: string;
  email: string;
  /** The name that colleagues see; empty for an account without one. */
  name: string;
  since: string;
}

/** The fields of the form that adds a person. */
export interface PersonFields {
  email: string;
  name: string;
}

/** An act on the accounts: who added or removed whom. */
export interface DeskPeopleAction {
  at: string;
  by: string;
  action: "person-added" | "person-removed";
  email: string;
}

/** The page of the people who may sign in, and of the places where the reader is signed in. */
export interface DeskPeople {
  kind: "people";
  sessions: readonly DeskSession[];
  people: readonly DeskPerson[];
  history: readonly DeskPeopleAction[];
  /** The texts typed into the form that adds a person. */
  typed: PersonFields;
  errors: Readonly<Record<string, { code: string; max?: number }>>;
  /** The person whom the reader is asked to remove; null without a question. */
  ask: DeskPerson | null;
  /** Set when the act was not done because the session is not fresh. */
  freshSignIn: DeskFreshSignIn | null;
  /** True when the site sends mails, so that all of the office are told. */
  isMailed: boolean;
  /** The reason why nothing was changed. */
  obstacle: "session" | "store" | "last" | "known" | "gone" | null;
}
