import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import t from "tap";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { fullRows, SAMPLE_CLOCK } from "../fixtures/samples.ts";
import { BROWSER } from "../setup/site/browser-headers.ts";
import { startSite } from "../setup/site/site.ts";
import { startTlsFront } from "../setup/site/tls-front.ts";
import { testFolder } from "../setup/test-folder.ts";
import { installObservatory } from "./observatory/install.ts";

interface Verdict {
  status: number;
  score: number;
  grade: string;
  tests: Record<string, { result: string; pass: boolean; modifier: number }>;
}

const run = promisify(execFile);

t.before(installObservatory);

t.test("Mozilla's HTTP Observatory gives A+ and 130 to whole and to streamed pages", async (t) => {
  const front = await startTlsFront();
  const source = await startFakeContentApi({ news: fullRows("news"), events: fullRows("events") });
  const site = await startSite({
    contentApiUrl: source.url,
    env: { PUBLIC_ORIGIN: front.origin, HEAD_START_MS: "50" },
    now: () => SAMPLE_CLOCK,
  });
  t.teardown(async () => {
    await front.close();
    await site.close();
    await source.close();
  });
  front.leadTo(site.url);
  const trusted = join(testFolder(t), "cert.pem");
  writeFileSync(trusted, front.cert);
  const scan = async (path: string): Promise<Verdict> => {
    const ports = [String(front.httpPort), String(front.httpsPort)];
    const { stdout } = await run(
      process.execPath,
      ["tests/nightly/observatory/scan.mjs", ...ports, path],
      {
        env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted, NODE_NO_WARNINGS: "1" },
      },
    );
    return JSON.parse(stdout);
  };

  const check = async (kind: string, path: string) => {
    const { grade, score, status, tests } = await scan(path);
    t.equal(status, 200, kind);
    t.equal(grade, "A+", kind);
    t.ok(score >= 130, `${kind}: ${score}`);
    t.same(
      Object.entries(tests).filter(([, { pass }]) => !pass),
      [],
      kind,
    );
  };
  await check("whole", "/contact-us");
  source.delayMs = 1_500;
  await check("streamed", "/news-events");
  const { headers } = await fetch(`${site.url}/events/youth-football-cup-2026`, {
    headers: BROWSER,
  });
  t.match(headers.get("content-security-policy"), "'strict-dynamic'", "that kind was streamed");
});
