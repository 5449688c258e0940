import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { z } from "zod";
import { inTransaction, openDatabase } from "../../storage/sqlite-database.ts";
import { CONTENT_MIGRATIONS, IMPORT_OLD_CONTENT } from "./content-schema.ts";
import { eventDocument } from "./event-document.ts";
import { createEventsStore, type EventsStore } from "./events-store.ts";
import { createItemTable, type ItemTable } from "./item-table.ts";
import { newsDocument } from "./news-document.ts";

export interface ContentStore {
  news: ItemTable<z.infer<typeof newsDocument>>;
  events: EventsStore;
  /** Runs `seed` in one transaction, unless the store was ever seeded. */
  seedOnce: (seed: () => void) => void;
  close: () => void;
}

/** Opens `items.sqlite`: news and events. It is empty until it has been seeded. */
export function openContentStore(options: { dataDir: string; now: () => Date }): ContentStore {
  const { dataDir, now } = options;
  const db = openDatabase({ file: join(dataDir, "items.sqlite"), migrations: CONTENT_MIGRATIONS });
  importOldContent(db, join(dataDir, "content.sqlite"));
  const news = { table: "news", order: "date DESC, id DESC", schema: newsDocument } as const;
  const events = { table: "events", order: "date, id", schema: eventDocument } as const;
  return {
    news: createItemTable({ db, now, ...news }),
    events: createEventsStore(db, createItemTable({ db, now, ...events })),
    seedOnce: (seed) => {
      if (isSeeded(db)) return;
      inTransaction(db, () => {
        // Another process may have started at the same time.
        if (isSeeded(db)) return;
        seed();
        const insert = db.prepare("INSERT INTO meta (key, value) VALUES ('seeded_at', ?)");
        insert.run(now().toISOString());
      });
    },
    close: () => db.close(),
  };
}

const isSeeded = (db: DatabaseSync) =>
  db.prepare("SELECT 1 FROM meta WHERE key = 'seeded_at'").get() !== undefined;

function importOldContent(db: DatabaseSync, file: string): void {
  if (isSeeded(db) || !existsSync(file)) return;
  db.prepare("ATTACH ? AS old").run(file);
  try {
    inTransaction(db, () => {
      const old = db.prepare("SELECT 1 FROM old.sqlite_schema WHERE name = 'news'").get();
      if (!isSeeded(db) && old) db.exec(IMPORT_OLD_CONTENT);
    });
  } finally {
    db.exec("DETACH old");
  }
}
