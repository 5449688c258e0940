import { hash, randomBytes } from "node:crypto";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../shared/time.ts";
import type { Tables } from "./schema.ts";
import type { Store } from "./store.ts";

/** A member of staff. Logs show the id in place of the address. */
export type Staff = Pick<Tables["staff"], "id" | "email">;

export const LINK_MINUTES = 15;
export const SESSION_HOURS = 12;
const LIFETIME_MS = { link: LINK_MINUTES * MINUTE_MS, session: SESSION_HOURS * HOUR_MS } as const;
type Kind = keyof typeof LIFETIME_MS;

/** Returns the digest of a secret. A secret of 256 random bits cannot be guessed, so a plain digest is enough. */
export const secretDigest = (text: string) => hash("sha256", text, "base64url");

export const sameAddress = (email: string) => email.trim().toLowerCase();

/** The accounts of staff at the desk, with their sessions and the links that sign in once. */
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

  /** Tells whether the desk is on: without an account there is no desk. */
  async isOn(): Promise<boolean> {
    return (await this.list()).length > 0;
  }

  async add(email: string): Promise<void> {
    const id = `staff-${randomBytes(4).toString("hex")}`;
    await this.#db
      .insertInto("staff")
      .values({ id, email: sameAddress(email), createdAt: this.#now() })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .execute();
  }

  /** Removes an account, which also revokes the account's links and sessions. Returns false when there is no such account. */
  async remove(email: string): Promise<boolean> {
    const query = this.#db.deleteFrom("staff").where("email", "=", sameAddress(email));
    return (await query.executeTakeFirst()).numDeletedRows > 0n;
  }

  async #issue(kind: Kind, staffId: string): Promise<string> {
    const secret = randomBytes(32).toString("base64url");
    const expiresAt = this.#now() + LIFETIME_MS[kind];
    const row = { digest: secretDigest(secret), kind, staffId, expiresAt };
    await this.#db.insertInto("staffSecrets").values(row).execute();
    return secret;
  }

  /** Creates a secret that signs in once, or returns null when no account has the address. */
  async createLink(email: string): Promise<string | null> {
    const query = this.#db.selectFrom("staff").where("email", "=", sameAddress(email));
    const staff = await query.select("id").executeTakeFirst();
    return staff === undefined ? null : this.#issue("link", staff.id);
  }

  /** Exchanges the secret of a link for a new session. Returns null for an unknown or expired link. */
  async signIn(link: string): Promise<{ staff: Staff; session: string } | null> {
    const staff = await this.holderOf("link", secretDigest(link));
    // Of two requests with the same link, only one succeeds in ending the link.
    if (staff === null || !(await this.end(link))) return null;
    return { staff, session: await this.#issue("session", staff.id) };
  }

  /** Returns the holder of a session or link, even for a day after its end. Null if unknown, or if the account was removed. */
  async holderOf(kind: Kind, digest: string): Promise<(Staff & { isOver: boolean }) | null> {
    const found = await this.#db
      .selectFrom("staffSecrets")
      .innerJoin("staff", "staff.id", "staffSecrets.staffId")
      .select(["staff.id", "staff.email", "expiresAt"])
      .where("digest", "=", digest)
      .where("kind", "=", kind)
      .executeTakeFirst();
    return found ? { ...found, isOver: found.expiresAt <= this.#now() } : null;
  }

  /** Ends a session or link. Returns false when the session or link had already ended. */
  async end(value: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable("staffSecrets")
      .set({ expiresAt: this.#now() })
      .where("digest", "=", secretDigest(value))
      .where("expiresAt", ">", this.#now())
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Deletes sessions and links a day after their end. Until then, text typed in an expired session can be restored. */
  async purge(): Promise<number> {
    const dayAgo = this.#now() - DAY_MS;
    const query = this.#db.deleteFrom("staffSecrets").where("expiresAt", "<=", dayAgo);
    return Number((await query.executeTakeFirst()).numDeletedRows);
  }

  async record({ email }: Staff, action: string, reference: string): Promise<void> {
    const row = { at: this.#now(), email, action, reference };
    await this.#db.insertInto("staffActions").values(row).execute();
  }

  /** Returns the recorded actions on a message or gift, oldest first. */
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
