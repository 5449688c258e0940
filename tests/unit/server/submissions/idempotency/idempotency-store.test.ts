import t, { type Test } from "tap";
import { openRedisLink } from "../../../../../server/storage/redis-connection.ts";
import {
  type Handled,
  handleOnce,
} from "../../../../../server/submissions/idempotency/handle-once.ts";
import { LEASE_MS } from "../../../../../server/submissions/idempotency/idempotency-store.ts";
import { openIdempotency } from "../../../../../server/submissions/idempotency/open-idempotency.ts";
import { startRedisServer } from "../../../../setup/services/redis-server.ts";
import { testFolder } from "../../../../setup/test-folder.ts";

const DAY_MS = 86_400_000;
const RESPONSE = { status: 201, headers: { location: "/x/1" }, body: '{"data":1}' };

/** A store of this machine, or one that is shared through Redis; `open` opens it once more. */
async function scene(t: Test, kind: "SQLite" | "Redis") {
  const clock = { ms: Date.now() };
  const dataDir = testFolder(t);
  const server = kind === "Redis" ? await startRedisServer(testFolder(t)) : null;
  if (server) t.teardown(server.kill);
  const open = async (name = "") => {
    const link = server && openRedisLink({ url: server.url, onChange: () => {} });
    await link?.ready();
    const now = () => clock.ms;
    const store = openIdempotency({ dataDir: server ? dataDir + name : dataDir, redis: link, now });
    t.teardown(() => {
      store.close();
      link?.close();
    });
    return { store, link };
  };
  return { clock, server, open };
}

for (const kind of ["SQLite", "Redis"] as const)
  t.test(kind, async (t) => {
    t.test("a claimed key is known to every process, with its response", async (t) => {
      const { open, clock } = await scene(t, kind);
      const [{ store: one }, { store: other }] = [await open("/one"), await open("/other")];
      t.equal(await one.claim("key", "fingerprint"), null);
      t.match(await other.claim("key", "fingerprint"), {
        fingerprint: "fingerprint",
        response: null,
      });
      await one.settle("key", "fingerprint", RESPONSE);
      t.match(await other.claim("key", "fingerprint"), { response: RESPONSE });
      t.match(await other.claim("key", "another"), { fingerprint: "fingerprint" });
      clock.ms += DAY_MS / 2;
      t.match(await one.claim("key", "fingerprint"), { response: RESPONSE }, "half a day later");
      t.equal(await one.claim("another key", "fingerprint"), null);
    });

    t.test("a released key is free, a failed one is free for its own body", async (t) => {
      const { open } = await scene(t, kind);
      const { store } = await open();
      await store.claim("key", "fingerprint");
      await store.release("key");
      t.equal(await store.claim("key", "another"), null);
      await store.settle("key", "another", null);
      t.match(await store.claim("key", "fingerprint"), { fingerprint: "another" });
      t.equal(await store.claim("key", "another"), null);
    });

    t.test("after a crash the same request is handled again", async (t) => {
      const { open, clock } = await scene(t, kind);
      const { store } = await open();
      await store.claim("key", "fingerprint");
      clock.ms += LEASE_MS - 1;
      t.match(await store.claim("key", "fingerprint"), { response: null });
      t.match(await store.claim("key", "another"), { fingerprint: "fingerprint" });
      clock.ms += 1;
      t.match(await store.claim("key", "another"), { fingerprint: "fingerprint" });
      t.equal(await store.claim("key", "fingerprint"), null);
    });

    t.test("one of many requests is handled, the others get its response", async (t) => {
      const { open } = await scene(t, kind);
      const stores = [await open("/one"), await open("/other")];
      let handled = 0;
      const handle = async () => {
        handled += 1;
        await new Promise((resolve) => setTimeout(resolve, 100));
        return { handled: { kind: "done", response: RESPONSE } satisfies Handled };
      };
      const request = { operation: "createEvent", key: "key", body: { title: "x" } };
      const onError = (error: unknown) => t.fail(String(error));
      const outcomes = await Promise.all(
        [...stores, ...stores, ...stores].map(({ store }) =>
          handleOnce({ store, onError }, request, handle),
        ),
      );
      t.equal(handled, 1);
      t.equal(outcomes.filter((one) => one.kind === "repeated").length, 5);
      for (const one of outcomes) if (one.kind === "repeated") t.same(one.response, RESPONSE);
    });
  });

t.test("a day later a key is free", async (t) => {
  const { open, clock } = await scene(t, "SQLite");
  const { store } = await open();
  await store.claim("key", "fingerprint");
  await store.settle("key", "fingerprint", RESPONSE);
  clock.ms += DAY_MS + 1;
  t.equal(await store.claim("key", "another"), null);
});

t.test("while Redis is down a key is kept here, and stays here when it is back", async (t) => {
  const { open, server } = await scene(t, "Redis");
  const { store, link } = await open();
  await server?.kill();
  t.equal(await store.claim("key", "fingerprint"), null);
  await store.settle("key", "fingerprint", RESPONSE);
  await server?.start();
  while (!link?.isUp()) await new Promise((resolve) => setTimeout(resolve, 20));
  t.match(await store.claim("key", "fingerprint"), { response: RESPONSE });
  t.match(await store.claim("key", "another"), { fingerprint: "fingerprint" });
});

t.test("a store that fails keeps nobody from being heard, and is reported", async (t) => {
  const { open } = await scene(t, "SQLite");
  const { store } = await open();
  store.close();
  const errors: unknown[] = [];
  const outcome = await handleOnce(
    { store, onError: (error) => void errors.push(error) },
    { operation: "contact", key: "key", body: {} },
    async () => ({ handled: { kind: "done", response: RESPONSE } satisfies Handled }),
  );
  t.equal(outcome.kind, "handled");
  t.equal(errors.length, 2, "the claim and the response");
});

t.test("an error while it is handled leaves the key to the same request", async (t) => {
  const { open } = await scene(t, "SQLite");
  const { store } = await open();
  const request = { operation: "contact", key: "key", body: { name: "Asha" } };
  const options = { store, onError: () => {} };
  await t.rejects(handleOnce(options, request, () => Promise.reject(new Error("broken"))));
  const handle = async () => ({ handled: { kind: "refused" } satisfies Handled });
  t.match(await handleOnce(options, { ...request, body: {} }, handle), { kind: "other-body" });
  t.match(await handleOnce(options, request, handle), { kind: "handled" });
  t.match(await handleOnce(options, { ...request, body: {} }, handle), { kind: "handled" });
});
