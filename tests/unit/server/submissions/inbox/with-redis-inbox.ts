import type { Test } from "tap";
import { openRedisLink, type RedisLink } from "../../../../../server/storage/redis-connection.ts";
import {
  openRedisInbox,
  type RedisInbox,
} from "../../../../../server/submissions/inbox/redis-inbox.ts";
import { startRedisServer } from "../../../../setup/services/redis-server.ts";
import { testFolder } from "../../../../setup/test-folder.ts";
import type { OpenedInbox } from "./with-inbox.ts";

/** An inbox over a real Redis of the test; `place` is the URL of a running one. */
export async function withRedisInbox(
  t: Test,
  { place, maxTries = 3 }: { place?: string; maxTries?: number } = {},
): Promise<OpenedInbox & { inbox: RedisInbox; link: RedisLink }> {
  let url = place;
  if (url === undefined) {
    const redis = await startRedisServer(testFolder(t));
    t.teardown(redis.kill);
    url = redis.url;
  }
  const clock = { ms: Date.now() };
  const errors: unknown[] = [];
  const link = openRedisLink({ url, onChange: () => {} });
  await link.ready();
  const inbox = openRedisInbox({
    link,
    maxTries,
    now: () => clock.ms,
    onError: (error) => void errors.push(error),
  });
  // What is opened last is closed first: the server goes after all its clients.
  t.teardown(async () => {
    await inbox.close();
    link.close();
  });
  return { inbox, link, place: url, clock, errors };
}
