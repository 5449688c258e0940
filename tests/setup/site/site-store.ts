import type { Test } from "tap";
import { Inbox } from "../../../server/forms/inbox.ts";
import { GiftStore } from "../../../server/gifts/gift-store.ts";
import { Accounts } from "../../../server/store/accounts.ts";
import { openStore } from "../../../server/store/store.ts";

/** Opens a site's messages and gifts as another process would, until the test ends. */
export async function siteStore(t: Test, dataDir: string, databaseUrl?: string) {
  const store = await openStore(dataDir, databaseUrl);
  t.teardown(store.close);
  const accounts = new Accounts(store, Date.now);
  return { store, accounts, inbox: new Inbox(store), gifts: new GiftStore(store) };
}
