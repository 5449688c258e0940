import { createHash, randomBytes } from "node:crypto";
import { HOUR_MS, MINUTE_MS } from "../../shared/time.ts";
import type { Store } from "./store.ts";

/** A member of the staff. The id stands for the address in logs. */
export interface Staff {
  id: string;
  email: string;
}

export const LINK_MINUTES = 15;
export const SESSION_HOURS = 12;

/** A secret of 256 random bits cannot be guessed, so that a plain digest is enough. */
const digestOf = (text: string) => createHash("sha256").update(text).digest("base64url");

/** Addresses are compared as their owners write them, in any case. */
export const sameAddress = (email: string) => email.trim().toLowerCase();

/** Who may use the desk: accounts, links that sign in once, and sessions. */
export class Accounts {
  readonly #db: Store["db"];
  readonly #now: () => number;

  constructor({ db }: Pick<Store, "db">, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  list() {
    return this.#db.selectFrom("staff").selectAll().orderBy("email").execute();
  }

  /** Without an account there is no desk. */
  async isOn(): Promise<boolean> {
    return (await this.#db.selectFrom("staff").select("id").limit(1).execute()).length > 0;
  }

  /** Adds an account unless there is one. */
  async add(email: string): Promise<void> {
    await this.#db
      .insertInto("staff")
      .values({
        id: `staff-${randomBytes(4).toString("hex")}`,
        email: sameAddress(email),
        createdAt: this.#now(),
      })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .execute();
  }

  /** Removes an account with its links. Its sessions are nobody's from now on. False when there is none. */
  async remove(email: string): Promise<boolean> {
    return this.#db.transaction().execute(async (db) => {
      const removed = await db
        .deleteFrom("staff")
        .where("email", "=", sameAddress(email))
        .returning("id")
        .executeTakeFirst();
      if (removed === undefined) return false;
      const links = db.deleteFrom("staffSecrets").where("staffId", "=", removed.id);
      await links.where("kind", "=", "link").execute();
      return true;
    });
  }

  async #issue(kind: "link" | "session", staffId: string, lifetimeMs: number): Promise<string> {
    const value = randomBytes(32).toString("base64url");
    const expiresAt = this.#now() + lifetimeMs;
    await this.#db
      .insertInto("staffSecrets")
      .values({ digest: digestOf(value), kind, staffId, expiresAt })
      .execute();
    return value;
  }

  /** The secret of a link that signs in once, within 15 minutes; null when nobody has the address. */
  async createLink(email: string): Promise<string | null> {
    const staff = await this.#db
      .selectFrom("staff")
      .select("id")
      .where("email", "=", sameAddress(email))
      .executeTakeFirst();
    return staff === undefined ? null : this.#issue("link", staff.id, LINK_MINUTES * MINUTE_MS);
  }

  /** Uses up the secret of a link, and returns that of a session of 12 hours; null when it is not, or no longer, one. */
  async signIn(link: string): Promise<{ staff: Staff; session: string } | null> {
    const staff = await this.holderOf("link", link);
    // Only one of two requests with the same link deletes its row.
    if (staff === null || !(await this.end(link))) return null;
    return { staff, session: await this.#issue("session", staff.id, SESSION_HOURS * HOUR_MS) };
  }

  /** Whether it was the session of an account that was removed. */
  async isOfRemoved(session: string): Promise<boolean> {
    const found = await this.#db
      .selectFrom("staffSecrets")
      .select("staffId")
      .where("digest", "=", digestOf(session))
      .where("staffId", "not in", this.#db.selectFrom("staff").select("id"))
      .executeTakeFirst();
    return found !== undefined;
  }

  /** Whose a session or a link is; null when it is not, or no longer, one. */
  async holderOf(kind: "link" | "session", value: string): Promise<Staff | null> {
    const staff = await this.#db
      .selectFrom("staffSecrets")
      .innerJoin("staff", "staff.id", "staffSecrets.staffId")
      .select(["staff.id", "staff.email"])
      .where("digest", "=", digestOf(value))
      .where("kind", "=", kind)
      .where("expiresAt", ">", this.#now())
      .executeTakeFirst();
    return staff ?? null;
  }

  /** Ends a session or a link. False when it had ended. */
  async end(value: string): Promise<boolean> {
    const query = this.#db.deleteFrom("staffSecrets").where("digest", "=", digestOf(value));
    return (await query.executeTakeFirst()).numDeletedRows > 0n;
  }

  /** Deletes the secrets that have expired. */
  async purge(): Promise<number> {
    const query = this.#db.deleteFrom("staffSecrets").where("expiresAt", "<=", this.#now());
    return Number((await query.executeTakeFirst()).numDeletedRows);
  }

  /** Stores what somebody did. */
  async record(by: Staff, action: string, reference: string): Promise<void> {
    await this.#db
      .insertInto("staffActions")
      .values({ at: this.#now(), email: by.email, action, reference })
      .execute();
  }

  /** What was done about a reference, oldest first. */
  async actions(reference: string): Promise<{ at: string; by: string; action: string }[]> {
    const rows = await this.#db
      .selectFrom("staffActions")
      .select(["at", "email as by", "action"])
      .where("reference", "=", reference)
      .orderBy("id")
      .execute();
    return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
  }
}
