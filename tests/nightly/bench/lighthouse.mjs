// npm run bench:lighthouse: prints the four scores of every route, mobile preset, over the samples, and names every audit under 100.
// BASE names a running site; without BASE, one is started. ROUTES is a comma-separated list of paths. RUNS takes the best of several
// runs, since a busy machine disturbs some scores; CATEGORIES limits the categories. npx fetches Lighthouse, which weighs 90 MB.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { findChromium } from "../../setup/services/find-chromium.ts";
import { onePerTemplate, startEveryPage } from "../../setup/site/every-page.ts";
import { freePort } from "./free-port.ts";

const LIGHTHOUSE = "lighthouse@13.5.0";
const CATEGORIES = process.env.CATEGORIES ?? "performance,accessibility,best-practices,seo";
const RUNS = Number(process.env.RUNS ?? 1);

const started = process.env.BASE ? null : await startEveryPage();
const base = process.env.BASE ?? started.site.url;
const paths = process.env.ROUTES?.split(",") ?? onePerTemplate(started?.addresses ?? ["/"]);

const port = await freePort();
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [`--remote-debugging-port=${port}`, "--no-sandbox", "--disable-background-networking"],
});

/** Runs Lighthouse's command line with the browser on `port`. Lighthouse may ask for another run. */
async function audit(url, tries = 3) {
  const options = [`--port=${port}`, `--only-categories=${CATEGORIES}`, "--output=json", "--quiet"];
  // A missing page shows its 404, whose looks are checked all the same.
  const command = ["--yes", LIGHTHOUSE, url, ...options, "--ignore-status-code"];
  try {
    const { stdout } = await promisify(execFile)("npx", command, { maxBuffer: 64 * 1024 * 1024 });
    return JSON.parse(stdout);
  } catch (error) {
    if (tries === 1 || !String(error).includes("Please run Lighthouse again")) throw error;
    return audit(url, tries - 1);
  }
}

let isAllFull = true;
for (const path of paths) {
  const best = {};
  for (let run = 0; run < RUNS; run += 1) {
    const lhr = await audit(base + path);
    for (const [name, category] of Object.entries(lhr.categories)) {
      const score = Math.round((category.score ?? 0) * 100);
      if (best[name] && best[name].score >= score) continue;
      const failing = category.auditRefs
        .filter(
          ({ id, weight }) => weight > 0 && Math.round((lhr.audits[id].score ?? 1) * 100) < 100,
        )
        .map(({ id }) => {
          const { displayValue = "", details } = lhr.audits[id];
          const said =
            id === "errors-in-console" ? details.items.map((item) => item.description) : [];
          return [id, displayValue, ...said].join(" ").trim();
        });
      best[name] = { score, failing };
    }
  }
  const scores = Object.entries(best).map(([name, { score }]) => `${name} ${score}`);
  const failing = Object.values(best).flatMap((entry) => (entry.score < 100 ? entry.failing : []));
  if (Object.values(best).some(({ score }) => score < 100)) isAllFull = false;
  process.stdout.write(
    `${path}: ${scores.join(", ")}${failing.length ? `; ${failing.join("; ")}` : ""}\n`,
  );
}
await browser.close();
await started?.close();
process.exitCode = isAllFull ? 0 : 1;
