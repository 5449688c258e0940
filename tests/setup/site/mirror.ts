type Get = (path: string) => Promise<{ status: number; body: unknown }>;
type Row = Record<string, unknown>;

export interface ListPage {
  data: { id: string; slug: string; title: string }[];
  meta: {
    syncToken: string | null;
    total: number;
    deleted: { id: string; slug: string; deletedAt: string }[];
  };
  links: { next: string | null };
}

/** A consumer that keeps a copy of a list, as /developers tells consumers to. */
export class Mirror {
  token = "start";
  readonly rows = new Map<string, { slug: string; title: string }>();
  /** Every id that the site reported, in order; deleted ones have a minus sign. */
  readonly told: string[] = [];
  readonly #get: Get;
  readonly #path: string;

  constructor(get: Get, path: string) {
    this.#get = get;
    this.#path = path;
  }

  /** Synchronises once. `between` runs before each page after the first. Returns false when the site cannot respond now. */
  async poll(between = () => {}): Promise<boolean> {
    let next: string | null = `${this.#path}?syncToken=${this.token}&limit=3`;
    let first: string | null | undefined;
    while (next !== null) {
      const { status, body } = await this.#get(next);
      if (status >= 500) return false;
      if (status !== 200) throw new Error(`${next}: ${status} ${JSON.stringify(body)}`);
      const { data, meta, links } = body as ListPage;
      if (first !== undefined && meta.syncToken !== first) throw new Error("another token");
      first = meta.syncToken;
      for (const { id } of meta.deleted) {
        this.rows.delete(id);
        this.told.push(`-${id}`);
      }
      for (const { id, slug, title } of data) {
        this.rows.set(id, { slug, title });
        this.told.push(id);
      }
      next = links.next;
      if (next !== null) between();
    }
    if (first) this.token = first;
    return true;
  }

  isCopyOf(rows: readonly Row[]): boolean {
    const wanted = rows.map(({ id, slug, title }) => [String(id), { slug, title }] as const);
    const inOrder = (entries: Iterable<readonly [string, unknown]>) =>
      JSON.stringify([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
    return inOrder(this.rows) === inOrder(wanted);
  }
}
