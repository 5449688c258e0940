import type { Test } from "tap";
import { siteStore } from "../../setup/site/site-store.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { formScene } from "./forms-scene.ts";

/** Asha's pledge, as the form posts it. */
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

/** Starts a site, and reads its gifts as another process would. */
export async function pledgeScene(t: Test, env: Record<string, string> = {}) {
  const dataDir = testFolder(t);
  const scene = await formScene(t, { DATA_DIR: dataDir, ...env });
  const { gifts } = await siteStore(t, dataDir);
  return { ...scene, gifts, dataDir };
}
