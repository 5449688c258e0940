import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t, { type Test } from "tap";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { fullRows, SAMPLE_CLOCK } from "../fixtures/samples.ts";
import { aptInstall } from "../setup/services/apt.ts";
import { startSite } from "../setup/site/site.ts";
import type { Engine } from "./engine.ts";
import { openFirefox } from "./firefox.ts";
import { playJourneys } from "./journeys.ts";
import { oldChromiums, openOldChromium } from "./old-chromium.ts";
import { findMiniBrowser, openWebKit } from "./web-driver.ts";

t.setTimeout(1_800_000);
const LIMIT = { timeout: 300_000 };

/** Where screenshots go; none are made unless it is named. */
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

async function play(t: Test, opening: Promise<Engine>, hasScripts = true): Promise<void> {
  const source = await startFakeContentApi({ news: fullRows("news"), events: fullRows("events") });
  const site = await startSite({
    contentApiUrl: source.url,
    env: { FORM_RATE_MAX: "100" },
    now: () => SAMPLE_CLOCK,
  });
  t.teardown(() => site.close().then(() => source.close()));
  const engine = await opening;
  t.teardown(() => engine.close());
  t.comment(engine.name);
  await playJourneys(t, engine, site.url, hasScripts);
  await shoot(engine, site.url);
}

for (const version of oldChromiums) {
  t.test(`Chromium ${version}`, LIMIT, (t) => play(t, openOldChromium(version)));
  t.test(`Chromium ${version} without scripts`, LIMIT, (t) =>
    play(t, openOldChromium(version, { hasScripts: false }), false),
  );
}

if (!findMiniBrowser()) aptInstall("webkit2gtk-driver", "xvfb", "xauth");
for (const without of [[], ["PopoverAttribute"], ["PopoverAttribute", "TrustedTypes"]])
  t.test(`WebKit without ${without.join(", ") || "nothing"}`, LIMIT, (t) =>
    play(t, openWebKit(findMiniBrowser() ?? "", without)),
  );

aptInstall("firefox-esr");
t.test("Firefox ESR", LIMIT, (t) => play(t, openFirefox()));
