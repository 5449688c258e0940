import t from "tap";
import { createPictureIds } from "../../../../server/pictures/picture-ids.ts";

const baseUrl = "http://content-api:4000";
const [old, common] = ["the old key", "the key of all"];

t.test("an id holds address and version, and never the host of the content API", async (t) => {
  const ids = createPictureIds({ keys: () => [old], baseUrl });
  for (const name of [
    { address: `${baseUrl}/media/a.jpg?size=2`, version: null },
    { address: `${baseUrl}/media/a.jpg`, version: "0123456789ab" },
    { address: "https://example.org/ü.jpg", version: "000000000001" },
  ]) {
    const id = ids.idOf(name);
    t.same(ids.read(id), name);
    t.notMatch(id + Buffer.from(id.slice(34), "base64url"), "content-api");
  }
});

t.test("a new id has the first key, and ids of every key are read, of no other", async (t) => {
  const name = { address: `${baseUrl}/media/a.jpg`, version: null };
  const idWith = (...keys: [string, ...string[]]) =>
    createPictureIds({ keys: () => keys, baseUrl }).idOf(name);
  const { read } = createPictureIds({ keys: () => [common, old], baseUrl });
  t.equal(idWith(common, old), idWith(common));
  t.same([idWith(old), idWith(common)].map(read), [name, name]);
  t.equal(read(idWith("another key")), null);
});
