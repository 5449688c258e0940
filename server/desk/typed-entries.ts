import type { EntryKind } from "../../shared/contract/desk-entries.ts";
import { DAY_MS } from "../../shared/time.ts";
import type { Store } from "../store/store.ts";
import type { DeskFields } from "./forms.ts";

/** The days for which texts are kept that nobody has saved. */
const KEPT_DAYS = 30;

interface Place {
  kind: EntryKind;
  id: number;
  email: string;
}

/** Returns the texts that each member of staff has typed into the form of an item and not saved. Nobody else sees them. */
export function createTypedEntries({ db }: Pick<Store, "db">, now: () => number) {
  const remove = ({ kind, id, email }: Place) =>
    db
      .deleteFrom("typedEntries")
      .where("kind", "=", kind)
      .where("id", "=", id)
      .where("email", "=", email)
      .execute();
  return {
    remove,
    async keep(place: Place, fields: DeskFields): Promise<void> {
      const values = { fields: JSON.stringify(fields), at: now() };
      await db
        .insertInto("typedEntries")
        .values({ ...place, ...values })
        .onConflict((conflict) => conflict.columns(["kind", "id", "email"]).doUpdateSet(values))
        .execute();
    },
    async find({ kind, id, email }: Place): Promise<{ fields: DeskFields; at: string } | null> {
      const row = await db
        .selectFrom("typedEntries")
        .selectAll()
        .where("kind", "=", kind)
        .where("id", "=", id)
        .where("email", "=", email)
        .executeTakeFirst();
      if (row === undefined) return null;
      return { fields: JSON.parse(row.fields), at: new Date(row.at).toISOString() };
    },
    async purge(): Promise<number> {
      const old = db.deleteFrom("typedEntries").where("at", "<", now() - KEPT_DAYS * DAY_MS);
      return Number((await old.executeTakeFirst()).numDeletedRows);
    },
  };
}
