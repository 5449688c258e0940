import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import t from "tap";
import { Agent, request } from "undici";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { fullRows } from "../fixtures/samples.ts";
import { findUnpacked } from "../setup/services/apt.ts";
import { selfSigned } from "../setup/site/self-signed.ts";
import { startSite } from "../setup/site/site.ts";
import { testFolder } from "../setup/test-folder.ts";
import { until } from "../setup/until.ts";

const program = findUnpacked("caddy", "caddy");
if (program === null && process.env.CI) throw new Error("caddy is missing; `npm test` unpacks it");
const skip = program ? false : "caddy is missing: the sample for TLS is not tested";

/** A loopback address unique to this process, because Caddy cannot choose a free port itself. */
const ADDRESS = `127.${[16, 8, 0].map((bits) => (process.pid >> bits) & 255).join(".")}`;
const PORT = 8443;

/** Returns the sample configuration with this machine's certificate, paths and site. */
function sampleFor(dir: string, siteUrl: string): string {
  const { key, cert } = selfSigned();
  writeFileSync(`${dir}/key.pem`, key);
  writeFileSync(`${dir}/cert.pem`, cert);
  return readFileSync("server/ops/proxy/Caddyfile", "utf8")
    .replace(
      /^{/m,
      `{\n\tadmin off\n\tauto_https off\n\thttps_port ${PORT}\n\tstorage file_system ${dir}`,
    )
    .replaceAll(/^(?:www\.)?example\.org {/gm, (address) =>
      [address, `bind ${ADDRESS}`, `tls ${dir}/cert.pem ${dir}/key.pem`].join("\n\t"),
    )
    .replace(/reverse_proxy \S+/, `reverse_proxy ${new URL(siteUrl).host}`)
    .replace("lb_try_duration 15s", "lb_try_duration 300ms");
}

t.test("the site behind the sample for TLS", { skip }, async (t) => {
  const dir = testFolder(t);
  const source = await startFakeContentApi({ news: fullRows("news"), events: fullRows("events") });
  const PUBLIC_ORIGIN = "https://www.example.org";
  const env = { PUBLIC_ORIGIN, TRUST_PROXY: "127.0.0.1", FORM_RATE_MAX: "2" };
  const site = await startSite({ contentApiUrl: source.url, env });
  writeFileSync(`${dir}/Caddyfile`, sampleFor(dir, site.url));
  const caddy = spawn(program ?? "", ["run", "--config", "Caddyfile", "--adapter", "caddyfile"], {
    cwd: dir,
    env: { PATH: process.env.PATH, HOME: dir },
    stdio: "ignore",
  });
  const over = once(caddy, "exit");
  const agent = new Agent({
    connect: { rejectUnauthorized: false, servername: "www.example.org" },
  });
  t.teardown(async () => {
    caddy.kill("SIGTERM");
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
  t.match(page.headers, { "strict-transport-security": "max-age=63072000", server: undefined });
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
  t.equal((await contact("203.0.113.8")).status, 429, "the visitor's own address counts");

  await site.close();
  const away = await send("/about-us");
  t.match(away, { status: 503, headers: { "retry-after": "30" }, text: "We will be back soon" });
});
