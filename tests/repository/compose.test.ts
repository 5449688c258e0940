import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import t from "tap";
import { parse } from "yaml";
import { settingsSchema } from "../../server/config.ts";
import { testFolder } from "../setup/test-folder.ts";

interface Service {
  user: string;
  command?: string[];
  environment?: Record<string, string>;
  volumes: string[];
  ports?: string[];
  depends_on?: Record<string, unknown>;
  networks: string[] | Record<string, { ipv4_address?: string }>;
}

const {
  services,
  volumes,
  networks,
}: Record<"services", Record<string, Service>> &
  Record<"volumes" | "networks", Record<string, unknown>> = parse(
  readFileSync("compose.yaml", "utf8"),
  { merge: true },
);
const sites = Object.entries(services).filter(([name]) => name.startsWith("site-"));
const networksOf = ({ networks: its }: Service) => (Array.isArray(its) ? its : Object.keys(its));

t.test("every service is hardened, has a health check and does not run as root", async (t) => {
  for (const [name, its] of Object.entries(services))
    t.match(
      its,
      {
        user: /^(?!root\b|0\b)/,
        read_only: true,
        tmpfs: [String],
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        healthcheck: { test: ["CMD"] },
      },
      name,
    );
});

t.test("two sites or more have settings that exist, and folders of their own", async (t) => {
  t.ok(sites.length >= 2);
  t.equal(new Set(sites.map(([, { volumes }]) => volumes[0])).size, sites.length);
  const inside = services.proxy?.networks;
  const proxy = Array.isArray(inside) ? undefined : inside?.inside?.ipv4_address;
  for (const [name, { environment = {} }] of sites) {
    const unknown = Object.keys(environment).filter((one) => !(one in settingsSchema.shape));
    t.same(unknown, [], name);
    t.match(environment, { TRUST_PROXY: proxy, DATABASE_URL: String }, name);
  }
});

t.test("everything that the file refers to exists", async (t) => {
  const missing = Object.values(services).flatMap((its) => [
    ...Object.keys(its.depends_on ?? {}).filter((other) => !(other in services)),
    ...networksOf(its).filter((network) => !(network in networks)),
    ...its.volumes
      .map((volume) => volume.split(":")[0] ?? "")
      .filter((from) => !(from.startsWith("./") ? existsSync(from) : from in volumes)),
    ...((its.command ?? []).join(" ").match(/\bserver\/\S+/g) ?? []).filter(
      (path) => !existsSync(path),
    ),
  ]);
  t.same(missing, []);
  const config = readFileSync("server/ops/proxy/nginx.conf", "utf8");
  const named = [...config.matchAll(/^\s*server (\S+):3000/gm)].map((match) => match[1]);
  t.same(
    named,
    sites.map(([name]) => name),
    "the proxy knows every site, and no other",
  );
});

t.test("PostgreSQL keeps what it acknowledged; only the proxy is public", async (t) => {
  t.match(services.postgres, { volumes: [/^postgres:/], networks: ["inside"] });
  t.notMatch((services.postgres?.command ?? []).join(" "), /fsync|synchronous_commit/);
  t.same(
    Object.keys(services).filter((name) => services[name]?.ports),
    ["proxy"],
  );
});

t.test("sample content is public only where CONTENT_API_URL says so", async (t) => {
  const [shell = "", ...args] = services["content-api"]?.command ?? [];
  const bin = testFolder(t, { node: t.fixture("file", "#!/bin/sh\necho started\n") });
  chmodSync(`${bin}/node`, 0o755);
  // Compose turns $$ into $.
  const plain = args.map((arg) => arg.replaceAll("$$", "$"));
  const start = (PUBLIC_ORIGIN: string, CONTENT_API_URL: string) => {
    const env = { PATH: `${bin}:${process.env.PATH}`, PUBLIC_ORIGIN, CONTENT_API_URL };
    return spawnSync(shell, plain, { env, encoding: "utf8" });
  };
  const origin = "https://www.example.org";
  t.match(start(origin, ""), { status: 1, stderr: /set CONTENT_API_URL/ });
  for (const [its, source] of [
    ["", ""],
    ["http://localhost:8080", ""],
    [origin, "http://content-api:4000"],
  ] as const)
    t.match(start(its, source), { status: 0, stdout: "started\n" });
});
