import type { Test } from "tap";
import { createGiftStore } from "../../../server/giving/store/create-gift-store.ts";
import { openSqliteGifts } from "../../../server/giving/store/sqlite-gifts.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { formScene } from "./forms-scene.ts";

/** What Asha promises, as the form posts it. */
export const PLEDGE = {
  pledgeKey: "11111111-2222-4333-8444-555555555555",
  amount: "50000",
  currency: "TZS",
  frequency: "one-time",
  purpose: "most-needed",
  firstName: "Asha",
  lastName: "Mushi",
  email: "asha@example.org",
  phone: "",
};

/** A site, and its gifts as another process reads them. */
export async function pledgeScene(t: Test, env: Record<string, string> = {}) {
  const dataDir = testFolder(t);
  const scene = await formScene(t, { DATA_DIR: dataDir, ...env });
  const gifts = createGiftStore(openSqliteGifts(dataDir));
  t.teardown(() => gifts.close());
  return { ...scene, gifts, dataDir };
}
