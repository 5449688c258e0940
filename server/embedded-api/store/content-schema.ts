/**
 * The content database, one entry a schema version. Lists of words and the image are JSON texts: nothing
 * searches inside them. AUTOINCREMENT, because the id of a deleted event must never come back as another.
 */
export const CONTENT_MIGRATIONS = [
  `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE news (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    slug TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    excerpt TEXT NOT NULL,
    summary TEXT,
    content TEXT NOT NULL,
    featured INTEGER NOT NULL DEFAULT 0,
    image TEXT,
    categories TEXT NOT NULL,
    tags TEXT NOT NULL,
    author TEXT,
    source TEXT,
    view_count INTEGER NOT NULL DEFAULT 0,
    published_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX news_by_date ON news (published_at DESC, id DESC);

  CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    slug TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'scheduled',
    starts_at TEXT NOT NULL,
    ends_at TEXT,
    location TEXT,
    venue_details TEXT,
    excerpt TEXT,
    description TEXT,
    image TEXT,
    ticket_price TEXT,
    registration_link TEXT,
    contact_info TEXT,
    map_embed_url TEXT,
    version INTEGER NOT NULL DEFAULT 1,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_by_start ON events (starts_at, id);

  CREATE TABLE news_related_news (
    news_id INTEGER NOT NULL REFERENCES news (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    related_id INTEGER NOT NULL REFERENCES news (id) ON DELETE CASCADE,
    PRIMARY KEY (news_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX news_related_news_by_target ON news_related_news (related_id);

  CREATE TABLE news_related_events (
    news_id INTEGER NOT NULL REFERENCES news (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    related_id INTEGER NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    PRIMARY KEY (news_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX news_related_events_by_target ON news_related_events (related_id);

  CREATE TABLE event_related_events (
    event_id INTEGER NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    related_id INTEGER NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    PRIMARY KEY (event_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX event_related_events_by_target ON event_related_events (related_id);
  `,
] as const;
