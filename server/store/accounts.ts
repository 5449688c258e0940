import { hash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../shared/time.ts";
import type { Tables } from "./schema.ts";
import type { Store } from "./store.ts";

/** A member of staff. Logs show the id in place of the address. */
export type Staff = Pick<Tables["staff"], "id" | "email">;

/** The browser of a session and its operating system, such as "Firefox" and "Windows"; null if unknown. */
export interface Device {
  browser: string | null;
  system: string | null;
}

/** The member of staff who holds a session or a link. */
export interface Holder extends Staff {
  /** The name that colleagues see; empty for an account without one. */
  name: string;
  digest: string;
  createdAt: number;
  /** True once the session or link has ended, by hand or by its age. */
  isOver: boolean;
}

export const LINK_MINUTES = 10;
export const SESSION_HOURS = 12;
/** The longest time between two requests of one session. */
export const IDLE_HOURS = 2;
const LIFETIME_MS = { link: LINK_MINUTES * MINUTE_MS, session: SESSION_HOURS * HOUR_MS } as const;
type Kind = keyof typeof LIFETIME_MS;

/** The time after which the last use of a session is written again, so that not every request writes. */
const USE_WRITTEN_MS = MINUTE_MS;

/** Returns the digest of a secret. A secret of 256 random bits cannot be guessed, so a plain digest is enough. */
export const secretDigest = (text: string) => hash("sha256", text, "base64url");

export const sameAddress = (email: string) => email.trim().toLowerCase();

type Times = Pick<Tables["staffSecrets"], "kind" | "expiresAt" | "createdAt" | "lastUsedAt">;

/** Returns when a secret was made. A secret of an earlier release says when it ends, from which its beginning follows. */
const madeAt = ({ kind, expiresAt, createdAt }: Times): number =>
  createdAt ?? expiresAt - LIFETIME_MS[kind];

const usedAt = (secret: Times): number => secret.lastUsedAt ?? madeAt(secret);

/** Returns whether a secret is over: it has ended, or is a session that nobody has used for too long. */
const isSecretOver = (secret: Times, now: number): boolean =>
  secret.expiresAt <= now ||
  (secret.kind === "session" && now - usedAt(secret) >= IDLE_HOURS * HOUR_MS);

/** The accounts of staff at the desk, with their sessions and the links that sign in once. */
export class Accounts {
  readonly #db: Store["db"];
  readonly #isShared: boolean;
  readonly #now: () => number;

  constructor(
    { db, isShared = false }: Pick<Store, "db"> & Partial<Pick<Store, "isShared">>,
    now: () => number,
  ) {
    this.#db = db;
    this.#isShared = isShared;
    this.#now = now;
  }

  /** Runs several changes as one. The accounts in `run` change all or nothing. */
  transact<Result>(run: (accounts: Accounts, db: Store["db"]) => Promise<Result>): Promise<Result> {
    return this.#db
      .transaction()
      .execute((db) => run(new Accounts({ db, isShared: this.#isShared }, this.#now), db));
  }

  list() {
    return this.#db.selectFrom("staff").selectAll().orderBy("email").execute();
  }

  /** Tells whether the desk is on: without an account there is no desk. */
  async isOn(): Promise<boolean> {
    return (await this.list()).length > 0;
  }

  async find(email: string): Promise<Tables["staff"] | null> {
    const query = this.#db.selectFrom("staff").selectAll().where("email", "=", sameAddress(email));
    return (await query.executeTakeFirst()) ?? null;
  }

  /** Adds an account, or gives an existing account another name. Returns false for an existing account. */
  async add(email: string, name = ""): Promise<boolean> {
    const id = `staff-${randomBytes(4).toString("hex")}`;
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto("staff")
      .values({ id, email: sameAddress(email), createdAt: this.#now(), name: name || null })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .executeTakeFirst();
    if (Number(numInsertedOrUpdatedRows) > 0) return true;
    if (name === "") return false;
    await this.#db
      .updateTable("staff")
      .set({ name })
      .where("email", "=", sameAddress(email))
      .execute();
    return false;
  }

  /** Removes an account, which also revokes the account's links and sessions. Returns false when there is no such account. */
  async remove(email: string): Promise<boolean> {
    const account = await this.find(email);
    if (account === null) return false;
    const query = this.#db.deleteFrom("staff").where("id", "=", account.id);
    const { numDeletedRows } = await query.executeTakeFirst();
    await this.#db.deleteFrom("staffSecrets").where("staffId", "=", account.id).execute();
    return numDeletedRows > 0n;
  }

  /**
   * Removes an account unless it is the last one. Call it in a transaction: two people who remove each other at the same
   * moment wait for one another, and one of them stays.
   */
  async removeUnlessLast(id: string): Promise<"removed" | "last" | "gone"> {
    if (this.#isShared) await sql`lock table staff in share row exclusive mode`.execute(this.#db);
    const { numDeletedRows } = await this.#db
      .deleteFrom("staff")
      .where("id", "=", id)
      .where(sql<boolean>`(select count(*) from staff) > 1`)
      .executeTakeFirst();
    if (numDeletedRows === 0n) {
      const left = await this.#db.selectFrom("staff").select("id").where("id", "=", id).execute();
      return left.length > 0 ? "last" : "gone";
    }
    await this.#db.deleteFrom("staffSecrets").where("staffId", "=", id).execute();
    return "removed";
  }

  async #issue(kind: Kind, staffId: string, device?: Device): Promise<string> {
    const secret = randomBytes(32).toString("base64url");
    const now = this.#now();
    const times = { createdAt: now, lastUsedAt: now, expiresAt: now + LIFETIME_MS[kind] };
    const row = { digest: secretDigest(secret), kind, staffId, ...times, ...device };
    await this.#db.insertInto("staffSecrets").values(row).execute();
    return secret;
  }

  /** Creates a secret that signs in once, or returns null when no account has the address. */
  async createLink(email: string): Promise<string | null> {
    const staff = await this.find(email);
    return staff === null ? null : this.#issue("link", staff.id);
  }

  /** Exchanges the secret of a link for a new session. Returns null for an unknown or expired link. */
  async signIn(link: string, device?: Device): Promise<{ staff: Staff; session: string } | null> {
    const staff = await this.holderOf("link", secretDigest(link));
    // Of two requests with the same link, only one succeeds in ending the link.
    if (staff === null || !(await this.end(link))) return null;
    return { staff, session: await this.#issue("session", staff.id, device) };
  }

  /** Returns the holder of a session or link, even for a day after its end. Null if unknown, or if the account was removed. */
  async holderOf(kind: Kind, digest: string): Promise<Holder | null> {
    const found = await this.#db
      .selectFrom("staffSecrets")
      .innerJoin("staff", "staff.id", "staffSecrets.staffId")
      .select(["staff.id", "staff.email", "staff.name"])
      .select(["kind", "expiresAt", "staffSecrets.createdAt", "lastUsedAt"])
      .where("digest", "=", digest)
      .where("kind", "=", kind)
      .executeTakeFirst();
    if (found === undefined) return null;
    const { id, email, name } = found;
    const isOver = isSecretOver(found, this.#now());
    return { id, email, name: name ?? "", digest, createdAt: madeAt(found), isOver };
  }

  /** Records that a session is in use, at most once a minute. */
  async use(digest: string): Promise<void> {
    const now = this.#now();
    await this.#db
      .updateTable("staffSecrets")
      .set({ lastUsedAt: now })
      .where("digest", "=", digest)
      .where((check) =>
        check.or([
          check("lastUsedAt", "is", null),
          check("lastUsedAt", "<=", now - USE_WRITTEN_MS),
          // The clock was set back.
          check("lastUsedAt", ">", now),
        ]),
      )
      .execute();
  }

  /** Returns the sessions of an account that are not over, the last used first. */
  async sessions(staffId: string) {
    const rows = await this.#db
      .selectFrom("staffSecrets")
      .selectAll()
      .where("staffId", "=", staffId)
      .where("kind", "=", "session")
      .execute();
    const now = this.#now();
    return rows
      .filter((row) => !isSecretOver(row, now))
      .map((row) => ({
        digest: row.digest,
        browser: row.browser,
        system: row.system,
        createdAt: madeAt(row),
        lastUsedAt: usedAt(row),
      }))
      .sort((one, other) => other.lastUsedAt - one.lastUsedAt);
  }

  /** Ends the sessions of an account: the one with the digest, or all. Returns how many had not ended yet. */
  async endSessions(staffId: string, digest?: string): Promise<number> {
    let query = this.#db
      .updateTable("staffSecrets")
      .set({ expiresAt: this.#now() })
      .where("staffId", "=", staffId)
      .where("kind", "=", "session")
      .where("expiresAt", ">", this.#now());
    if (digest !== undefined) query = query.where("digest", "=", digest);
    return Number((await query.executeTakeFirst()).numUpdatedRows);
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
