import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import t from "tap";
import { parse } from "yaml";
import { z } from "zod";
import { settingsSchema } from "../../server/config.ts";

const service = z.object({
  image: z.string(),
  build: z.string().optional(),
  user: z.string(),
  read_only: z.literal(true),
  tmpfs: z.array(z.string()).min(1),
  cap_drop: z.tuple([z.literal("ALL")]),
  security_opt: z.tuple([z.literal("no-new-privileges:true")]),
  healthcheck: z.object({ test: z.array(z.string()) }),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()),
  ports: z.array(z.string()).optional(),
  depends_on: z
    .record(z.string(), z.object({ condition: z.literal("service_healthy") }))
    .optional(),
  networks: z.union([
    z.array(z.string()),
    z.record(z.string(), z.object({ ipv4_address: z.string().optional() })),
  ]),
});

const { services, volumes, networks } = z
  .object({
    services: z.record(z.string(), service),
    volumes: z.record(z.string(), z.unknown()),
    networks: z.record(z.string(), z.unknown()),
  })
  .parse(parse(readFileSync("compose.yaml", "utf8"), { merge: true }));
const sites = Object.keys(services).filter((name) => name.startsWith("site-"));
const addressOf = (name: string) => {
  const { networks: its } = services[name] ?? {};
  return Array.isArray(its) ? undefined : its?.inside?.ipv4_address;
};

t.test("every service is hardened, healthy when it says so, and not root", async (t) => {
  for (const [name, { user, healthcheck }] of Object.entries(services)) {
    t.notMatch(user, /^(root|0)\b/, name);
    t.equal(healthcheck.test[0], "CMD", name);
  }
});

t.test("two sites or more have settings that exist, and folders of their own", async (t) => {
  t.ok(sites.length >= 2);
  const folders = sites.map((name) => services[name]?.volumes[0]);
  t.equal(new Set(folders).size, sites.length);
  for (const name of sites) {
    const settings = Object.keys(services[name]?.environment ?? {});
    for (const setting of settings) t.ok(setting in settingsSchema.shape, `${name}: ${setting}`);
    t.same(services[name]?.environment.TRUST_PROXY, addressOf("proxy"), "the proxy, and no other");
    t.ok(settings.includes("REDIS_URL"));
  }
});

t.test("whatever the file names is there", async (t) => {
  for (const [name, its] of Object.entries(services)) {
    for (const other of Object.keys(its.depends_on ?? {}))
      t.ok(services[other], `${name}: ${other}`);
    for (const network of Array.isArray(its.networks) ? its.networks : Object.keys(its.networks))
      t.ok(network in networks, `${name}: ${network}`);
    for (const [from = ""] of its.volumes.map((volume) => volume.split(":")))
      t.ok(from.startsWith("./") ? existsSync(from) : from in volumes, `${name}: ${from}`);
    for (const [path] of (its.command ?? []).join(" ").matchAll(/\bserver\/\S+/g))
      t.ok(existsSync(path), `${name}: ${path}`);
  }
});

t.test(
  "redis keeps what it acknowledged, and only the proxy is reached from outside",
  async (t) => {
    const command = (services.redis?.command ?? []).join(" ");
    for (const setting of ["appendonly yes", "appendfsync always", "maxmemory-policy noeviction"])
      t.match(command, `--${setting}`);
    t.same(services.redis?.networks, ["inside"]);
    t.same(
      Object.entries(services)
        .filter(([, { ports }]) => ports)
        .map(([name]) => name),
      ["proxy"],
    );
  },
);

t.test("sample content is public only where CONTENT_API_URL says so", async (t) => {
  const [shell = "", ...args] = services["content-api"]?.command ?? [];
  const bin = t.testdir({ node: t.fixture("file", "#!/bin/sh\necho started\n") });
  chmodSync(`${bin}/node`, 0o755);
  // Compose turns $$ into $.
  const start = (env: Record<string, string>) =>
    spawnSync(
      shell,
      args.map((arg) => arg.replaceAll("$$", "$")),
      { env: { PATH: `${bin}:${process.env.PATH}`, ...env }, encoding: "utf8" },
    );
  const origin = { PUBLIC_ORIGIN: "https://www.example.org" };
  t.match(start({ ...origin, CONTENT_API_URL: "" }), { status: 1, stderr: /set CONTENT_API_URL/ });
  for (const env of [
    { PUBLIC_ORIGIN: "", CONTENT_API_URL: "" },
    { PUBLIC_ORIGIN: "http://localhost:8080", CONTENT_API_URL: "" },
    { ...origin, CONTENT_API_URL: "http://content-api:4000" },
  ])
    t.match(start(env), { status: 0, stdout: "started\n" });
});

t.test("the proxy knows every site, and no other", async (t) => {
  const config = readFileSync("server/ops/proxy/nginx.conf", "utf8");
  const named = [...config.matchAll(/^\s*server (\S+):3000/gm)].map((match) => match[1]);
  t.same(named.sort(), sites.sort());
});
