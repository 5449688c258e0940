const ITEMS = `(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    slug TEXT NOT NULL UNIQUE,
    date TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 1,
    updated_at TEXT NOT NULL,
    document TEXT NOT NULL
  ) STRICT`;

/**
 * News and events, one entry a schema version. An item is a JSON document: a new field needs no column. Beside it
 * stands what items are found and sorted by. AUTOINCREMENT, because the id of a deleted event must never come back
 * as another.
 */
export const CONTENT_MIGRATIONS = [
  `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE news ${ITEMS};
  CREATE INDEX news_by_date ON news (date DESC, id DESC);
  CREATE TABLE events ${ITEMS};
  CREATE INDEX events_by_date ON events (date, id);
  `,
] as const;

const slugsOf = (table: string, id: string, of: string, target: string) =>
  `(SELECT json_group_array(slug) FROM (SELECT t.slug FROM old.${table} r JOIN old.${target} t ON t.id = r.related_id WHERE r.${of} = ${id} ORDER BY r.position))`;

/**
 * Takes over the items of `content.sqlite`, attached as `old`: the file of releases that had a column for each
 * field. It stays as it is, for a rollback.
 */
export const IMPORT_OLD_CONTENT = `
  INSERT INTO news (id, slug, date, updated_at, document)
  SELECT id, slug, published_at, published_at, json_object(
    'title', title, 'excerpt', excerpt, 'summary', summary, 'content', content,
    'featured', json(iif(featured, 'true', 'false')), 'image', json(image), 'categories', json(categories),
    'tags', json(tags), 'author', author, 'source', source, 'view_count', view_count,
    'related_news', json(${slugsOf("news_related_news", "news.id", "news_id", "news")}),
    'related_events', json(${slugsOf("news_related_events", "news.id", "news_id", "events")}))
  FROM old.news AS news;
  INSERT INTO events (id, slug, date, version, updated_at, document)
  SELECT id, slug, starts_at, version, updated_at, json_object(
    'title', title, 'status', status, 'end_date', ends_at, 'location', location,
    'venue_details', venue_details, 'excerpt', excerpt, 'description', description, 'image', json(image),
    'ticket_price', json(ticket_price), 'registration_link', registration_link,
    'contact_info', contact_info, 'map_embed_url', map_embed_url,
    'related_events', json(${slugsOf("event_related_events", "events.id", "event_id", "events")}))
  FROM old.events AS events;
  INSERT INTO meta SELECT key, value FROM old.meta;
`;
