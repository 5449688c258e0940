import { readFileSync } from "node:fs";
import t from "tap";
import { CONTACT, formScene, VOLUNTEER } from "./forms-scene.ts";

const words = (name: string) => JSON.parse(readFileSync(`content/words/sw/${name}.json`, "utf8"));
const { emailFormat } = words("form-errors");
const { sent } = words("form-messages");

t.test("a form of /sw is posted there, and answered in Kiswahili without scripts", async (t) => {
  const { get, postPage } = await formScene(t);
  t.match((await get("/sw/contact-us")).text, 'action="/sw/contact-us" method="post"');
  const refused = await postPage("/sw/contact-us", { ...CONTACT, email: "asha@example" });
  t.equal(refused.status, 422);
  t.match(refused.text, '<html lang="sw"');
  t.match(refused.text, emailFormat);
  t.notMatch(refused.text, "Enter an email address");
  const taken = await postPage("/sw/contact-us", CONTACT);
  t.match(taken.headers.location, /^\/sw\/contact-us\?sent=1&reference=/);
  t.match((await get((taken.headers.location ?? "").replace("#sent", ""))).text, sent.contact);
  const volunteer = await postPage("/sw/get-involved?form=volunteer", VOLUNTEER);
  t.match(volunteer.headers.location, /^\/sw\/get-involved\?form=volunteer&reference=/);
  const donation = await postPage("/sw/donate", {
    currency: "USD",
    preset: "50",
    frequency: "one-time",
    firstName: "Asha",
    lastName: "Juma",
    email: "asha@example.org",
  });
  t.match(donation.headers.location, /^\/sw\/donate\/thanks\/G-/);
});

t.test("a pledge of /sw has its page in Kiswahili", async (t) => {
  const { get } = await formScene(t);
  t.match((await get("/sw/donate/pledge")).text, 'action="/sw/donate/pledge"');
  const missing = await get("/sw/donate/thanks/G-AAAA-AAAA");
  t.equal(missing.status, 404);
  t.match(missing.text, '<html lang="sw"');
});

t.test("the script of a page in Kiswahili gets Kiswahili, other clients English", async (t) => {
  const { post } = await formScene(t);
  const wrong = { ...CONTACT, email: "asha@example" };
  t.match((await post("/bff/contact", wrong).set("content-language", "sw")).text, emailFormat);
  t.match((await post("/bff/contact", wrong).set("accept-language", "sw")).text, "Enter an email");
});
