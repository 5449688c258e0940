import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { createPictureIds } from "../../../../server/pictures/picture-id.ts";
import { openPictureKeys } from "../../../../server/pictures/picture-key.ts";
import { openRedisLink } from "../../../../server/storage/redis-connection.ts";
import { startRedisServer } from "../../../setup/services/redis-server.ts";
import { testFolder } from "../../../setup/test-folder.ts";

const baseUrl = "http://content-api:4000";
const folder = () => mkdtempSync(join(tmpdir(), "picture-key-"));
const fail = (error: unknown) => {
  throw error;
};
const own = (dataDir: string) =>
  openPictureKeys({ dataDir, setting: undefined, redis: null, onError: fail });

t.test("the key of a folder is made once, and readable by its owner alone", async (t) => {
  const dataDir = folder();
  t.same(own(dataDir).all(), own(dataDir).all());
  t.equal(statSync(join(dataDir, "picture.key")).mode & 0o777, 0o600);
  t.notSame(own(folder()).all(), own(dataDir).all());
  const errors: unknown[] = [];
  writeFileSync(join(dataDir, "picture.key"), "spoiled");
  const onError = (error: unknown) => void errors.push(error);
  t.equal(openPictureKeys({ dataDir, setting: undefined, redis: null, onError }).all().length, 1);
  t.equal(errors.length, 1);
  rmSync(dataDir, { recursive: true });
});

t.test("instances with one Redis agree on a key, and go on reading their own ids", async (t) => {
  const server = await startRedisServer(testFolder(t));
  const link = openRedisLink({ url: server.url, onChange: () => {} });
  const open = (dataDir: string) =>
    openPictureKeys({ dataDir, setting: undefined, redis: link, onError: fail });
  const [first, second] = [open(folder()), open(folder())];
  const early = createPictureIds({ keys: second.all, baseUrl });
  const name = { address: `${baseUrl}/media/a.jpg`, version: null };
  const id = early.idOf(name);
  t.equal(early.idOf(name), id);
  await Promise.all([first.ready, second.ready]);
  t.same(first.all()[0], second.all()[0]);
  t.equal(early.read(id)?.address, name.address, "signed before");
  const others = createPictureIds({ keys: first.all, baseUrl });
  t.same(early.idOf(name), others.idOf(name), "signed with the common key from now on");
  link.close();
  await server.kill();
});

t.test("an id holds address and version, and never the host of the content API", async (t) => {
  const ids = createPictureIds({ keys: own(folder()).all, baseUrl });
  for (const [address, version] of [
    [`${baseUrl}/media/a.jpg?size=2`, null],
    [`${baseUrl}/media/a.jpg`, "0123456789ab"],
    ["https://example.org/ü.jpg", "000000000001"],
  ] as const) {
    const id = ids.idOf({ address, version });
    t.same(ids.read(id), { address, version });
    t.notMatch(Buffer.from(id, "base64url").toString("latin1"), "content-api");
  }
});
