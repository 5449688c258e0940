import type { Test } from "tap";
import { Inbox } from "../../../server/forms/inbox.ts";
import { GiftStore } from "../../../server/gifts/gift-store.ts";
import { openStore } from "../../../server/store/store.ts";

/** The messages and gifts of a site as another process reads them, until the test ends. */
export async function siteStore(t: Test, dataDir: string, databaseUrl?: string) {
  const store = await openStore({ dataDir, databaseUrl, onChange: () => {} });
  t.teardown(store.close);
  return { store, inbox: new Inbox(store), gifts: new GiftStore(store) };
}
