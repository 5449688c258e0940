import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { openDatabase } from "../../storage/sqlite-database.ts";
import { CONTENT_MIGRATIONS } from "./content-schema.ts";
import { createEventsStore, type EventsStore } from "./events-store.ts";
import { createNewsStore, type NewsStore } from "./news-store.ts";

export interface ContentStore {
  db: DatabaseSync;
  news: NewsStore;
  events: EventsStore;
  close: () => void;
}

/** Opens `content.sqlite`: news and events. It is empty until it has been seeded. */
export function openContentStore({
  dataDir,
  now,
}: {
  dataDir: string;
  now: () => Date;
}): ContentStore {
  const file = join(dataDir, "content.sqlite");
  const db = openDatabase({ file, migrations: CONTENT_MIGRATIONS });
  return {
    db,
    news: createNewsStore(db),
    events: createEventsStore({ db, now }),
    close: () => db.close(),
  };
}
