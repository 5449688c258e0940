import type { Test } from "tap";
import type { Gift } from "../../../server/gifts/gift.ts";
import { flutterwaveEnv, startFakeFlutterwave } from "../../fakes/flutterwave.ts";
import { siteStore } from "../../setup/site/site-store.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { formScene } from "../forms/forms-scene.ts";

export const DONOR = {
  firstName: "Asha",
  lastName: "Juma",
  email: "asha@example.org",
  phone: "",
};

/** A one-time donation of TZS 50,000. */
export const DONATION = {
  ...DONOR,
  currency: "TZS",
  preset: "50",
  customAmount: "",
  frequency: "one-time",
};

/** Starts a site that takes payments through a fake Flutterwave, and reads the gifts that this site stores. */
export async function paymentScene(t: Test, env: Record<string, string> = {}, now = Date.now) {
  const flutterwave = await startFakeFlutterwave();
  const DATA_DIR = testFolder(t);
  // The interval is so long that the site never checks a payment on its own.
  const usual = { DATA_DIR, PAYMENT_CHECK_SECONDS: "3600", ...flutterwaveEnv(flutterwave) };
  const scene = await formScene(t, { ...usual, ...env }, now);
  const { gifts } = await siteStore(t, DATA_DIR);
  t.teardown(() => flutterwave.close());

  const onlyGift = async (): Promise<Gift> => {
    const [gift, ...others] = await gifts.list({});
    if (gift === undefined || others.length > 0) throw new Error(`${others.length} more gifts`);
    return gift;
  };
  return {
    ...scene,
    flutterwave,
    gifts,
    onlyGift,
    /** Posts the form, and resolves with the pending gift. */
    donate: async (fields: Record<string, string> = {}) => {
      const known = new Set((await gifts.list({})).map(({ reference }) => reference));
      const response = await scene.postPage("/donate", { ...DONATION, ...fields });
      const gift = (await gifts.list({})).find(({ reference }) => !known.has(reference));
      if (gift === undefined) throw new Error(`${response.status}: no gift`);
      return { response, reference: gift.reference };
    },
    stateOf: async (reference: string) => (await gifts.get(reference))?.state,
    webhook: (about: Parameters<typeof flutterwave.sendWebhook>[1], lie = {}) =>
      flutterwave.sendWebhook(scene.site.url, about, lie),
  };
}
