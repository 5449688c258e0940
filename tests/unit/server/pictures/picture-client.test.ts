import { Resolver } from "node:dns/promises";
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { createServer } from "node:https";
import t, { type Test } from "tap";
import {
  internet,
  isPublicAddress,
  type Network,
} from "../../../../server/pictures/address-guard.ts";
import { PictureClient } from "../../../../server/pictures/picture-client.ts";
import { jpeg } from "../../../fakes/pictures.ts";
import { listen } from "../../../setup/listen.ts";
import { selfSigned } from "../../../setup/site/self-signed.ts";

const { key, cert } = selfSigned();
const requests: string[] = [];
const keys: (string | undefined)[] = [];
let bytes: Buffer;
let location = "";
const server = createServer({ key, cert }, (request, response) => {
  requests.push(request.url ?? "");
  keys.push(request.headers.authorization);
  if (request.url === "/away") return void response.writeHead(302, { location }).end();
  response.setHeader("etag", '"1"');
  if (request.headers["if-none-match"] === '"1"') return void response.writeHead(304).end();
  response.end(bytes);
});
let address = "";
t.before(async () => {
  bytes = await jpeg(20, 10);
  const { port, close } = await listen(server);
  t.teardown(close);
  address = `https://localhost:${port}/a.jpg`;
});

/** A network where loopback stands for the public internet, unless told otherwise. */
const network: Network = {
  resolve: async () => ["127.0.0.1"],
  isPublicAddress: (ip) => ip === "127.0.0.1" || isPublicAddress(ip),
  ca: cert,
};
const fails = (t: Test, given: Promise<unknown>, error: object) =>
  given.then(
    () => t.fail("it was fetched"),
    (thrown: unknown) => t.match(thrown, error),
  );
const clientOf = (given: Network, baseUrl = "http://content-api.invalid") =>
  new PictureClient(
    {
      contentApiUrl: baseUrl,
      config: { CONTENT_API_TOKEN: "the-key" },
      clock: Date.now,
      metrics: { sourceCalled() {} },
    },
    given,
  );
const fetchWith = async (given: Partial<Network>, url = address) => {
  const client = clientOf({ ...network, ...given });
  try {
    return await client.request(url, null);
  } finally {
    await client.close();
  }
};

t.test("a picture of another host is fetched over https, asked for by its version", async (t) => {
  const fetched = await fetchWith({});
  t.ok(fetched?.bytes.equals(bytes));
  t.equal(fetched?.etag, '"1"');
  const client = clientOf(network);
  t.equal(await client.request(address, { etag: '"1"', lastModified: null }), null);
  await client.close();
});

t.test("a name with a private address is not connected to", async (t) => {
  const before = requests.length;
  for (const ip of ["127.0.0.1", "169.254.169.254", "fd00::1", "::ffff:10.0.0.1"])
    await fails(t, fetchWith({ resolve: async () => [ip], isPublicAddress }), {
      fault: "broken",
    });
  t.equal(requests.length, before);
});

t.test("a name server that does not answer does not count against the picture", async (t) => {
  const { resolve4, resolve6 } = Resolver.prototype;
  t.teardown(() => Object.assign(Resolver.prototype, { resolve4, resolve6 }));
  for (const [code, fault] of [
    ["ETIMEOUT", "away"],
    ["ESERVFAIL", "away"],
    ["ENOTFOUND", "broken"],
    ["ENODATA", "broken"],
  ] as const) {
    const failing = () => Promise.reject(Object.assign(new Error(code), { code }));
    Object.assign(Resolver.prototype, { resolve4: failing, resolve6: failing });
    await fails(t, fetchWith(internet), { fault });
  }
});

t.test("DNS rebinding: a name is resolved once, and the socket's address checked", async (t) => {
  const before = requests.length;
  // The address is public at the first check, when the name is resolved, and private at the second, when the socket connects.
  let checked = 0;
  const rebound = (ip: string) => {
    checked += 1;
    return checked === 1 || isPublicAddress(ip);
  };
  await fails(t, fetchWith({ resolve: async () => ["127.0.0.1"], isPublicAddress: rebound }), {
    fault: "broken",
  });
  t.equal(checked, 2);
  t.equal(requests.length, before);
});

t.test("another host may not lead to the content API, http or a private address", async (t) => {
  for (location of [
    "http://content-api.invalid/a.jpg",
    "http://example.org/a.jpg",
    "https://169.254.169.254/",
    "https://[::1]/",
  ])
    await fails(t, fetchWith({}, address.replace("/a.jpg", "/away")), { fault: "broken" });
  location = "/a.jpg";
  t.ok((await fetchWith({}, address.replace("/a.jpg", "/away")))?.bytes.equals(bytes));
});

t.test("no other host gets the key of the content API, wherever a redirect leads", async (t) => {
  const leadTo = (target: string) => (request: IncomingMessage, response: ServerResponse) => {
    keys.push(request.headers.authorization);
    response.writeHead(302, { location: target }).end();
  };
  const content = await listen(createHttpServer(leadTo(address)));
  const foreign = await listen(createServer({ key, cert }, leadTo(address)));
  t.teardown(() => Promise.all([content.close(), foreign.close()]));
  const keysFor = async (url: string, baseUrl: string) => {
    keys.length = 0;
    const client = clientOf(network, baseUrl);
    t.ok((await client.request(url, null))?.bytes.equals(bytes));
    await client.close();
    return keys;
  };
  const own = content.url;
  t.same(await keysFor(`${own}/media/a.jpg`, own), ["Bearer the-key", undefined]);
  const elsewhere = `https://localhost:${foreign.port}/a.jpg`;
  t.same(await keysFor(elsewhere, new URL(address).origin), [undefined, undefined], "led back");
});

t.test("a certificate of no trusted issuer is refused", async (t) => {
  const { ca: _ca, ...without } = network;
  const client = clientOf(without);
  await fails(t, client.request(address, null), { fault: "away" });
  await client.close();
});

t.test("which addresses are public", async (t) => {
  for (const ip of ["8.8.8.8", "93.184.216.34", "2606:4700::1111"]) t.ok(isPublicAddress(ip), ip);
  for (const ip of [
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.1.1",
    "172.31.0.1",
    "192.168.0.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fc00::1",
    "ff02::1",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
    "2002:808:808::",
    "2001::1",
    "2001:db8::1",
    "x",
    "",
  ])
    t.notOk(isPublicAddress(ip), ip);
});
