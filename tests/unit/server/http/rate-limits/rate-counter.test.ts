import fastify, { type FastifyRequest } from "fastify";
import t from "tap";
import { addCounters, MAX_ADDRESSES } from "../../../../../server/http/rate-limits/rate-counter.ts";

t.test("tries of the last 10,000 addresses are in memory, older ones are evicted", async (t) => {
  const app = fastify();
  t.teardown(() => app.close());
  const counter = await addCounters(app, null);
  const count = counter({
    name: "contact-tries",
    max: 60,
    timeWindow: 600_000,
    keyGenerator: ({ ip }) => ip,
  });
  // The counter reads the address and the route's options, of which there are none.
  const from = (ip: string) => count({ ip, routeOptions: {} } as FastifyRequest);
  const address = (n: number) => `127.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
  for (let n = 0; n <= MAX_ADDRESSES; n += 1) await from(address(n));
  t.match(await from(address(1)), { remaining: 58 }, "the oldest in memory");
  t.match(await from(address(0)), { remaining: 59 }, "evicted");
});
