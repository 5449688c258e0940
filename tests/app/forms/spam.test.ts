import t from "tap";
import { deskScene } from "../staff/desk-scene.ts";
import { CONTACT, VOLUNTEER } from "./forms-scene.ts";

const ADVERTISEMENT = {
  ...CONTACT,
  subject: "Welcome bonus",
  message:
    "Play now at our online casino: https://a.example https://b.example and https://c.example, free spins!",
};

t.test("an advertisement is thanked for, held, told apart at the desk, and released", async (t) => {
  const { post, signIn, source, messages, site } = await deskScene(t);
  const sent = await post("/bff/contact", ADVERTISEMENT);
  t.equal(sent.status, 200, "as any other");
  const { reference } = sent.body.data;
  const real = (await post("/bff/contact", CONTACT)).body.data.reference;
  t.match(await messages(), [{ reference: real }, { reference, state: "held" }]);
  t.equal(source.contacts.size, 1, "only the other one was sent on");
  const asha = await signIn();
  t.notMatch(await asha.text("/staff/messages"), reference);
  t.match(await asha.text("/staff/messages?state=spam"), reference);
  const html = await asha.text(`/staff/messages/${reference}`);
  t.match(html, "Held as spam: 3 links and the words");
  t.match(html, "“free spins”");
  t.match(await asha.text(`/sw/staff/messages/${reference}`), "Umezuiwa kama barua taka: viungo 3");
  await asha.post(`/staff/messages/${reference}`, { action: "not-spam" });
  t.notMatch(await asha.text(`/staff/messages/${reference}`), "Held as spam");
  t.match(
    site.logs.filter(({ msg }) => msg === "form handled"),
    [{ outcome: "held" }, { outcome: 200 }],
  );
});

t.test("an application with an advertisement is held, on its page too", async (t) => {
  const { post, browser, messages } = await deskScene(t);
  const motivation = "We offer SEO services and dofollow backlinks: https://seo.example";
  t.equal((await post("/bff/volunteer", { ...VOLUNTEER, motivation })).status, 202);
  await browser().post("/get-involved?form=volunteer", {
    ...VOLUNTEER,
    interests: "wash-health",
    motivation: `${motivation} today`,
  });
  t.match(await messages(), [{ state: "held" }, { state: "held" }]);
});
