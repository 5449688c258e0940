import type { Test } from "tap";
import { openRedisInbox, type RedisInbox } from "../../../../server/inbox/redis-inbox.ts";
import { openRedisLink, type RedisLink } from "../../../../server/storage/redis-link.ts";
import { startRedisServer } from "../../../setup/redis-server.ts";
import type { OpenedInbox } from "./with-inbox.ts";

/** An inbox over a real Redis of the test; `place` is the address of one that runs already. */
export async function withRedisInbox(
  t: Test,
  { place, maxTries = 3 }: { place?: string; maxTries?: number } = {},
): Promise<OpenedInbox & { inbox: RedisInbox; link: RedisLink }> {
  let url = place;
  if (url === undefined) {
    const redis = await startRedisServer(t.testdir());
    t.teardown(redis.kill);
    url = redis.url;
  }
  const clock = { ms: Date.now() };
  const faults: unknown[] = [];
  const link = openRedisLink({ url, onChange: () => {} });
  await link.ready();
  const inbox = openRedisInbox({
    ...{ link, maxTries, now: () => clock.ms },
    onFault: (fault) => void faults.push(fault),
  });
  // What is opened last is closed first: the server goes after all its clients.
  t.teardown(async () => {
    await inbox.close();
    link.close();
  });
  return { inbox, link, place: url, clock, faults };
}
