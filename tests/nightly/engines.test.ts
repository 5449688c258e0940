import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t, { type Test } from "tap";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { fullRows, SAMPLE_CLOCK } from "../fixtures/samples.ts";
import { startSite } from "../setup/site/site.ts";
import type { Engine } from "./engines/engine.ts";
import { openFirefox } from "./engines/firefox.ts";
import { installEngines } from "./engines/install-engines.ts";
import { type Mode, playJourneys } from "./engines/journeys.ts";
import { openOldChromium } from "./engines/old-chromium.ts";
import { openWebKit } from "./engines/web-driver.ts";

t.setTimeout(1_800_000);
/** The time limit of a test. A journey takes 15 s on a quiet machine. */
const LIMIT = { timeout: 300_000 };
const { firefox, miniBrowser } = installEngines();

/** The folder for screenshots; without it none are taken. */
const SHOTS = process.env.SHOTS_DIR;
const SHOWN = { home: "/", feed: "/news-events", contact: "/contact-us" };

async function shoot(engine: Engine, url: string): Promise<void> {
  if (SHOTS === undefined) return;
  mkdirSync(SHOTS, { recursive: true });
  for (const [name, path] of Object.entries(SHOWN)) {
    await engine.open(url + path);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const file = `${engine.name} ${name}`.toLowerCase().replaceAll(/[^a-z\d.]+/g, "-");
    writeFileSync(join(SHOTS, `${file}.png`), await engine.screenshot());
  }
}

async function play(t: Test, open: () => Promise<Engine>, mode: Mode = "hydrated"): Promise<void> {
  const source = await startFakeContentApi({ news: fullRows("news"), events: fullRows("events") });
  const site = await startSite({
    contentApiUrl: source.url,
    env: { FORM_RATE_MAX: "100" },
    now: () => SAMPLE_CLOCK,
  });
  t.teardown(() => site.close().then(() => source.close()));
  const engine = await open();
  t.teardown(() => engine.close());
  t.comment(engine.name);
  await playJourneys(t, engine, site.url, mode);
  await shoot(engine, site.url);
}

t.test("Chromium 91, older than the floor", LIMIT, (t) =>
  play(t, () => openOldChromium("91"), "html"),
);
for (const version of ["92", "106", "113"] as const) {
  t.test(`Chromium ${version}`, LIMIT, (t) => play(t, () => openOldChromium(version)));
  t.test(`Chromium ${version} without scripts`, LIMIT, (t) =>
    play(t, () => openOldChromium(version, { hasScripts: false }), "html"),
  );
}

for (const without of [[], ["PopoverAttribute"], ["PopoverAttribute", "TrustedTypes"]])
  t.test(`WebKit without ${without.join(", ") || "nothing"}`, LIMIT, (t) =>
    play(t, () => openWebKit(miniBrowser, without)),
  );

t.test("Firefox", LIMIT, (t) => play(t, () => openFirefox(firefox)));
