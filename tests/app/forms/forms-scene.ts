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

/** A fresh source and site, with room for many posts unless the test wants less. */
export async function formScene(t: Test, env: Record<string, string> = {}, now = Date.now) {
  const { source, site } = await startScene(t, { env: { ...ROOMY, ...env }, now });
  const asPage = (path: string) =>
    supertest(site.url).post(path).type("form").set("accept", "text/html,*/*;q=0.8");
  return {
    source,
    site,
    get: (path: string) => supertest(site.url).get(path).set("accept", "text/html"),
    /** As the page's script posts. */
    post: (path: string, body: string | object = CONTACT) =>
      supertest(site.url).post(path).type("json").send(body),
    /** As a browser without scripts posts. */
    postPage: (path: string, body: string | object) => asPage(path).send(body),
  };
}
