import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { aptInstall } from "../../setup/services/apt.ts";

const MINI_BROWSERS = ["x86_64", "aarch64"].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);

const onPath = (name: string) =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync);

const findWebKit = () =>
  ["WebKitWebDriver", "xvfb-run", "xauth"].every(onPath) && MINI_BROWSERS.find(existsSync);

/** Installs Debian's engines if they are missing. @throws when one is still missing */
export function installEngines(): { firefox: string; miniBrowser: string } {
  if (!onPath("firefox-esr")) aptInstall("firefox-esr");
  if (!findWebKit()) aptInstall("webkit2gtk-driver", "xvfb", "xauth");
  const firefox = onPath("firefox-esr");
  const miniBrowser = findWebKit();
  if (!firefox) throw new Error("Firefox is missing: install the package firefox-esr");
  if (!miniBrowser)
    throw new Error("WebKit is missing: install the packages webkit2gtk-driver, xvfb and xauth");
  return { firefox, miniBrowser };
}
