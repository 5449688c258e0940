import { randomUUID } from "node:crypto";
import t, { type Test } from "tap";
import { startEmbeddedApi } from "../../server/embedded-api/embedded-api.ts";
import { CONTACT, VOLUNTEER } from "../app/forms/forms-scene.ts";
import { PLEDGE } from "../app/forms/pledge-scene.ts";
import { startChaoticGate } from "../fakes/chaotic-gate.ts";
import { type PostgresServer, startPostgres } from "../setup/services/postgres-server.ts";
import { postJson } from "../setup/site/post-json.ts";
import { type SiteProcess, startSiteProcess } from "../setup/site/site-process.ts";
import { siteStore } from "../setup/site/site-store.ts";
import { testFolder } from "../setup/test-folder.ts";
import { until } from "../setup/until.ts";
import { isWhole } from "../setup/whole.ts";

const COUNT = isWhole ? 200 : 40;
const AT_ONCE = 8;
/** The numbers of acknowledged submissions at which a site is killed, each site in turn. */
const KILLS = isWhole ? [20, 40, 60, 80, 100, 120, 140, 160, 180] : [13, 26];

/** Sends the submission of this number, with the same key at each try; resolves with false when the site did not accept it. */
type Send = (site: SiteProcess, number: number) => Promise<boolean>;

/** Posts a form and returns the page it redirects to; null when the form was not accepted. */
async function postForm(url: string, body: URLSearchParams): Promise<string | null> {
  const request = { method: "POST", redirect: "manual", body } as const;
  const response = await fetch(url, request).catch(() => null);
  await response?.body?.cancel();
  return response?.status === 303 ? response.headers.get("location") : null;
}

/** Sends pledges, each of as many shillings as its number, and keeps the page each donor was sent to. */
function pledges() {
  const keys = Array.from({ length: COUNT + 1 }, () => randomUUID());
  const pages = new Map<number, string>();
  /** Posts a pledge until it is accepted, and once more, like a double click: both must lead to the same page. */
  const send: Send = async ({ url }, number) => {
    const pledge = { ...PLEDGE, pledgeKey: keys[number] ?? "", amount: String(number) };
    for (let posts = 0; posts < 2; posts += 1) {
      const page = await postForm(`${url}/donate/pledge`, new URLSearchParams(pledge));
      if (page === null) return false;
      if (page !== (pages.get(number) ?? page)) throw new Error(`${number} is at ${page} as well`);
      pages.set(number, page);
    }
    return true;
  };
  return { send, pages };
}

/** Sends volunteers' applications, and keeps the reference that each got. */
function applications() {
  const references = new Map<number, string>();
  const send: Send = async ({ url }, number) => {
    const fields = { ...VOLUNTEER, interests: "wash-health", motivation: `application ${number}` };
    const page = await postForm(`${url}/get-involved?form=volunteer`, new URLSearchParams(fields));
    if (page === null) return false;
    references.set(number, new URL(page, url).searchParams.get("reference") ?? "");
    return true;
  };
  return { send, references };
}

/**
 * Sends contact messages as the page's script does, and keeps the acknowledged ones. When a killed instance had begun a message, the
 * others respond with 409 for half a minute; only the whole run waits until such a message is accepted.
 */
function messages() {
  const acknowledged: string[] = [];
  const send: Send = async ({ url }, number) => {
    const message = `message ${number}`;
    const key = { "idempotency-key": `message-${number}` };
    const sent = postJson(`${url}/bff/contact`, { ...CONTACT, message }, key);
    const response = await sent.catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) acknowledged.push(message);
    return response?.ok === true || (response?.status === 409 && !isWhole);
  };
  return { send, acknowledged };
}

interface Chaos {
  /** The environment of each instance. */
  instances: readonly Record<string, string>[];
  /** The instances' shared PostgreSQL: killed and restarted at every second kill, alone or with an instance. */
  postgres: PostgresServer | undefined;
}

/** Sends `COUNT` submissions, each until it is accepted, while sites are killed. */
async function sendThroughKills(t: Test, { instances, postgres }: Chaos, send: Send) {
  const start = (env: Record<string, string> = {}) =>
    startSiteProcess({ FORM_RATE_MAX: "100000", FORM_RATE_GLOBAL_MAX: "100000", ...env });
  // All instances start at once, over an empty store.
  const sites = await Promise.all(instances.map(start));
  t.teardown(() => Promise.all(sites.map((site) => site.kill())));
  let taken = 0;
  let kills = 0;
  let restart = Promise.resolve();
  function killWhenDue(): void {
    if (taken < (KILLS[kills] ?? Number.POSITIVE_INFINITY)) return;
    const index = kills % sites.length;
    kills += 1;
    const isPostgres = kills % 2 === 0;
    const isInstance = postgres === undefined || !isPostgres || kills % 4 === 0;
    restart = restart.then(async () => {
      if (isPostgres) await postgres?.kill();
      if (isInstance) await sites[index]?.kill();
      const isBack = isInstance ? start(instances[index]) : sites[index];
      if (isPostgres) await postgres?.start();
      sites[index] = (await isBack) as SiteProcess;
    });
  }
  const numbers = Array.from({ length: COUNT }, (_, index) => index + 1).values();
  async function sendAll(): Promise<void> {
    for (const number of numbers) {
      for (let turn = number; ; turn += 1) {
        const site = sites[turn % sites.length];
        if (site && (await send(site, number))) break;
        // Another instance accepts the submission at once, if there is one and it has a store.
        if (sites.length === 1 || turn > number) await restart;
      }
      taken += 1;
      killWhenDue();
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
  await restart;
  t.equal(kills, KILLS.length, "every planned kill happened");
}

/** Checks that everything these instances accepted is stored once, while they are killed and their source fails in every way. */
async function loseNothing(t: Test, names: readonly string[], postgres?: PostgresServer) {
  const root = testFolder(t, { source: {}, one: {}, two: {} });
  const api = await startEmbeddedApi({ dataDir: `${root}/source`, port: 0 });
  t.teardown(api.close);
  const gate = await startChaoticGate(api.url);
  t.teardown(gate.close);
  const instances = names.map((name) => ({
    CONTENT_API_URL: gate.url,
    INBOX_MAX_TRIES: "500",
    DATA_DIR: `${root}/${name}`,
    ...(postgres && { DATABASE_URL: postgres.url }),
  }));
  const [gifts, volunteers, contacts] = [pledges(), applications(), messages()];
  await sendThroughKills(t, { instances, postgres }, async (site, number) => {
    for (const { send } of [gifts, volunteers, contacts])
      if (!(await send(site, number))) return false;
    return true;
  });
  const fates = ["refused", "busy", "hangs", "lost", "lost by timeout", "fault"];
  t.same(
    fates.filter((fate) => !gate.met.has(fate)),
    [],
    "the source failed in every way",
  );

  gate.calm();
  const { inbox, gifts: stored } = await siteStore(t, `${root}/one`, postgres?.url);
  await until(async () => (await inbox.list({ state: "waiting" })).length === 0);
  t.same(await inbox.list({ state: "dead" }), []);
  const arrived = (await (await siteStore(t, `${root}/source`)).inbox.list({})).map(
    ({ fields }) => fields.message,
  );
  t.equal(new Set(arrived).size, arrived.length, "no message twice at the source");
  const { acknowledged } = contacts;
  const delivered = await inbox.list({ form: "contact", state: "delivered" });
  t.ok(delivered.length >= acknowledged.length, "every acknowledged message was delivered");
  t.same(
    acknowledged.filter((message) => !arrived.includes(message)),
    [],
    "every acknowledged message reached the source",
  );
  t.ok(acknowledged.length >= COUNT / 2, `${acknowledged.length} were acknowledged`);
  const applied = await inbox.list({ form: "volunteer" });
  t.same(
    applied.map(({ fields, reference }) => [fields.motivation, reference]).sort(),
    [...volunteers.references].map(([n, reference]) => [`application ${n}`, reference]).sort(),
    "each application under the reference that its sender got",
  );
  t.same(
    (await stored.list({}))
      .map(({ amountMinor, reference }) => [amountMinor / 100, `/donate/thanks/${reference}`])
      .sort(),
    [...gifts.pages].sort(),
    "each gift under the reference that its donor got",
  );
}

t.test("a site over SQLite loses and doubles nothing that it accepted", async (t) => {
  await loseNothing(t, ["one"]);
});

t.test("nor do two instances and their PostgreSQL, killed in turn", async (t) => {
  const postgres = await startPostgres();
  t.teardown(postgres.kill);
  await loseNothing(t, ["one", "two"], postgres);
});
