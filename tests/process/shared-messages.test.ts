import t, { type Test } from "tap";
import { VOLUNTEER } from "../app/forms/forms-scene.ts";
import { startSwitchableSource } from "../fakes/switchable-source.ts";
import type { TestSite } from "../setup/site/site.ts";
import { staffCommand } from "../setup/site/staff-command.ts";
import { until } from "../setup/until.ts";
import { startInstances, timesLogged } from "./instances.ts";

/** A Redis, a source that takes messages, and as many instances of the site as the test starts. */
async function scene(t: Test, env: Record<string, string> = {}) {
  const source = await startSwitchableSource();
  t.teardown(source.close);
  const generous = { FORM_RATE_MAX: "1000", FORM_RATE_GLOBAL_MAX: "1000" };
  const instances = await startInstances(t, { source, env: { ...generous, ...env } });
  const { redis, settingsOf, start } = instances;
  /** Hands a form in; returns the status and what was said. */
  const post = async (site: TestSite, form: string, body: object) => {
    const response = await fetch(`${site.url}/bff/${form}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: JSON.stringify(await response.json()) };
  };
  const contact = async (site: TestSite, message: string) =>
    (await post(site, "contact", { name: "A", email: "a@example.org", subject: "S", message }))
      .status;
  /** The staff's command on the machine of an instance. */
  const inbox = (name: string, ...args: string[]) =>
    staffCommand("submissions", args, settingsOf(name));
  return { redis, source, start, post, contact, inbox };
}

t.test("two instances deliver each message once", async (t) => {
  const { source, start, contact, inbox } = await scene(t);
  const [one, two] = [await start("one"), await start("two")];
  source.mode = "dead";
  const messages = Array.from({ length: 40 }, (_, index) => `message ${index}`);
  for (const [index, message] of messages.entries())
    await contact(index % 2 === 0 ? one : two, message);
  source.mode = "well";
  await until(() => source.taken.length >= messages.length);
  await until(async () => (await inbox("staff", "list", "--state", "waiting")).trim() === "[]");
  t.same(source.taken.toSorted(), messages.toSorted(), "each once, and no other");
  t.equal(JSON.parse(await inbox("staff", "list", "--state", "delivered")).length, 40);
});

t.test("a limit counts for all instances, and for each alone while Redis is away", async (t) => {
  const { redis, start, contact, source } = await scene(t, { FORM_RATE_MAX: "3" });
  const [one, two] = [await start("one"), await start("two")];
  t.same(
    [await contact(one, "a"), await contact(two, "b"), await contact(one, "c")],
    [200, 200, 200],
  );
  t.equal(await contact(two, "d"), 429);
  t.equal(await contact(one, "d"), 429);
  t.equal(source.taken.length, 3);

  await redis.kill();
  for (const [name, site] of Object.entries({ one, two })) {
    for (const message of ["e", "f", "g"]) t.equal(await contact(site, `${message} ${name}`), 200);
    t.equal(await contact(site, "h"), 429, "the same limit, never none");
    t.equal((await fetch(`${site.url}/about-us`)).status, 200);
  }
  await redis.start();
  await until(() => [one, two].every((site) => timesLogged(site, /^Redis is back/) > 0));
  for (const site of [one, two]) t.equal(timesLogged(site, /^Redis lost/), 1, "one warning");
  t.equal(await contact(one, "i"), 429, "the shared count has survived");
});

t.test("nothing acknowledged while Redis is away is lost", async (t) => {
  const { redis, source, start, post, contact, inbox } = await scene(t);
  const site = await start("one");
  source.mode = "dead";
  t.equal(await contact(site, "before"), 202);
  await redis.kill();
  t.equal(await contact(site, "meanwhile"), 202);
  const { status, body } = await post(site, "volunteer", VOLUNTEER);
  t.equal(status, 202);
  const reference = /V-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(body)?.[0] ?? "none";
  source.mode = "well";
  await t.rejects(inbox("one", "list", "--form", "volunteer"), {
    code: 2,
    stderr: /Redis does not respond/,
    stdout: new RegExp(reference),
  });
  await until(() => source.taken.includes("meanwhile"));
  await redis.start();
  await until(() => source.taken.includes("before"));
  await until(async () => (await inbox("elsewhere", "list")).includes(reference));
  t.match(JSON.parse(await inbox("elsewhere", "export", "--form", "volunteer")), [
    { reference, state: "kept", email: VOLUNTEER.email },
  ]);
  t.same(source.taken.toSorted(), ["before", "meanwhile"]);
  t.notMatch(JSON.stringify(site.logs), VOLUNTEER.email);
});
