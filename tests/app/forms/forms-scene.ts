import supertest from "supertest";
import type { Test } from "tap";
import { startScene } from "../../setup/site/scene.ts";

export const CONTACT = {
  name: "Asha Juma",
  email: "asha@example.org",
  phoneNumber: "+255 000 000 001",
  subject: "A question",
  message: "Habari za leo?",
};

export const VOLUNTEER = {
  firstName: "Asha",
  lastName: "Juma",
  email: "asha@example.org",
  phone: "",
  location: "Dodoma, Tanzania",
  interests: ["wash-health"],
  skills: "Sewing",
  availability: "flexible",
  motivation: "To help",
};

export const PARTNER = {
  orgName: "A school",
  orgType: "academic",
  contactName: "Asha",
  contactTitle: "Head",
  contactEmail: "asha@example.org",
  contactPhone: "+255 000 000 001",
  website: "",
  partnershipType: "research",
  partnerInterests: [],
  partnershipProposal: "A study",
};

const ROOMY = { FORM_RATE_MAX: "1000", FORM_RATE_GLOBAL_MAX: "10000" };

/** Starts a fresh source and site whose limits allow many posts, unless the test lowers these limits. */
export async function formScene(t: Test, env: Record<string, string> = {}, now = Date.now) {
  const { source, site } = await startScene(t, { env: { ...ROOMY, ...env }, now });
  const asPage = (path: string) =>
    supertest(site.url).post(path).type("form").set("accept", "text/html,*/*;q=0.8");
  return {
    source,
    site,
    get: (path: string) => supertest(site.url).get(path).set("accept", "text/html"),
    /** Posts JSON, as the page's script does. */
    post: (path: string, body: string | object = CONTACT) =>
      supertest(site.url).post(path).type("json").send(body),
    /** Posts a form, as a browser without scripts does. */
    postPage: (path: string, body: string | object) => asPage(path).send(body),
  };
}
