import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import t, { type Test } from "tap";
import { Agent, request } from "undici";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { fullRows } from "../fixtures/samples.ts";
import { findUnpacked } from "../setup/services/apt.ts";
import { findNginx } from "../setup/services/nginx.ts";
import { selfSigned } from "../setup/site/self-signed.ts";
import { startSite } from "../setup/site/site.ts";
import { testFolder } from "../setup/test-folder.ts";
import { until } from "../setup/until.ts";

/** A loopback address unique to this process, because the proxies cannot choose a free port themselves. */
const ADDRESS = `127.${[16, 8, 0].map((bits) => (process.pid >> bits) & 255).join(".")}`;
const PORT = 8443;

/** Starts a proxy in a folder with this machine's certificate, before a site. */
type StartProxy = (dir: string, siteHost: string) => ChildProcess;

function startCaddy(dir: string, siteHost: string): ChildProcess {
  const config = readFileSync("server/ops/proxy/Caddyfile", "utf8")
    .replace(
      /^{/m,
      `{\n\tadmin off\n\tauto_https off\n\thttps_port ${PORT}\n\tstorage file_system ${dir}`,
    )
    .replaceAll(/^(?:www\.)?example\.org {/gm, (address) =>
      [address, `bind ${ADDRESS}`, `tls ${dir}/cert.pem ${dir}/key.pem`].join("\n\t"),
    )
    .replace(/reverse_proxy \S+/, `reverse_proxy ${siteHost}`)
    .replace("lb_try_duration 15s", "lb_try_duration 300ms");
  writeFileSync(`${dir}/Caddyfile`, config);
  return spawn(findCaddy() ?? "", ["run", "--config", "Caddyfile", "--adapter", "caddyfile"], {
    cwd: dir,
    env: { PATH: process.env.PATH, HOME: dir },
    stdio: "ignore",
  });
}

/** The frame that Debian's own configuration gives to the files of sites. */
const nginxFrame = (dir: string) => `daemon off; pid ${dir}/nginx.pid; error_log stderr crit;
events {}
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${dir}/${kind};`).join(" ")}
  include ${dir}/site.conf;
}
`;

function startNginx(dir: string, siteHost: string): ChildProcess {
  mkdirSync(dir, { recursive: true });
  const config = readFileSync("server/ops/proxy/nginx-tls.conf", "utf8")
    .replaceAll(/(?<=ssl_certificate )\S+(?=;)/g, `${dir}/cert.pem`)
    .replaceAll(/(?<=ssl_certificate_key )\S+(?=;)/g, `${dir}/key.pem`)
    .replaceAll("listen 443", `listen ${ADDRESS}:${PORT}`)
    .replace("listen 80;", `listen ${ADDRESS}:8080;`)
    .replace(/127\.0\.0\.1:\d+(?=;)/, siteHost);
  writeFileSync(`${dir}/site.conf`, config);
  writeFileSync(`${dir}/nginx.conf`, nginxFrame(dir));
  const args = ["-c", `${dir}/nginx.conf`, "-p", dir, "-e", "stderr"];
  execFileSync(findNginx() ?? "", ["-t", "-q", ...args], { stdio: "pipe" });
  return spawn(findNginx() ?? "", args, { stdio: "ignore" });
}

const findCaddy = () => findUnpacked("caddy", "caddy");

const PROXIES: Record<string, { find: () => string | null; start: StartProxy }> = {
  Caddy: { find: findCaddy, start: startCaddy },
  nginx: { find: findNginx, start: startNginx },
};

async function checkSample(t: Test, start: StartProxy): Promise<void> {
  const dir = testFolder(t);
  const source = await startFakeContentApi({ news: fullRows("news"), events: fullRows("events") });
  const PUBLIC_ORIGIN = "https://www.example.org";
  const env = { PUBLIC_ORIGIN, TRUST_PROXY: "127.0.0.1", FORM_RATE_MAX: "2" };
  const site = await startSite({ contentApiUrl: source.url, env });
  const { key, cert } = selfSigned();
  writeFileSync(`${dir}/key.pem`, key);
  writeFileSync(`${dir}/cert.pem`, cert);
  const proxy = start(dir, new URL(site.url).host);
  const over = once(proxy, "exit");
  const agent = new Agent({
    connect: { rejectUnauthorized: false, servername: "www.example.org" },
  });
  t.teardown(async () => {
    proxy.kill("SIGTERM");
    await Promise.all([over, agent.close(), source.close()]);
  });
  const send = async (path: string, given: { host?: string; post?: string } = {}, headers = {}) => {
    const { host = "www.example.org", post = null } = given;
    const answer = await request(`https://${ADDRESS}:${PORT}${path}`, {
      dispatcher: agent,
      method: post === null ? "GET" : "POST",
      body: post,
      headers: { host, ...(post !== null && { "content-type": "application/json" }), ...headers },
    });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  };

  await until(() => send("/about-us").then(Boolean, () => false));
  const page = await send("/about-us", {}, { "x-request-id": "of-the-visitor" });
  t.equal(page.status, 200);
  t.match(page.headers, { "strict-transport-security": "max-age=63072000" });
  t.notMatch(String(page.headers.server), /\d/, "no version of the proxy");
  t.not(page.headers["x-request-id"], "of-the-visitor");
  t.ok(
    site.logs.some(({ reqId }) => reqId === page.headers["x-request-id"]),
    "one id in both",
  );
  t.match(await send("/faq?a=b", { host: "example.org" }), {
    status: 301,
    headers: { location: "https://www.example.org/faq?a=b" },
  });
  for (const path of ["/metrics", "/health/ready"]) t.equal((await send(path)).status, 404, path);
  const contact = (message: string) => {
    const post = JSON.stringify({ name: "A", email: "a@example.org", subject: "S", message });
    return send("/bff/contact", { post }, { "x-forwarded-for": message });
  };
  t.equal((await send("/bff/contact", { post: " ".repeat(200_000) })).status, 413);
  t.equal((await contact("203.0.113.7")).status, 200);
  await contact("203.0.113.8");
  t.equal((await contact("203.0.113.9")).status, 429, "the visitor's own address counts");

  await site.close();
  const away = await send("/about-us");
  t.match(away, { status: 503, headers: { "retry-after": "30" }, text: "We will be back soon" });
}

for (const [name, { find, start }] of Object.entries(PROXIES)) {
  const isMissing = find() === null;
  if (isMissing && process.env.CI) throw new Error(`${name} is missing; "npm test" installs it`);
  const skip = isMissing ? `${name} is missing: its sample for TLS is not tested` : false;
  t.test(`the site behind the sample of ${name} for TLS`, { skip }, (t) => checkSample(t, start));
}
