import type { Device } from "../store/accounts.ts";

/** The names of browsers, by a word of their `User-Agent`. A browser also names those that it is derived from, so the order counts. */
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["OPT/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["UCBrowser/", "UC Browser"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["CriOS/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const SYSTEMS = [
  ["Windows", "Windows"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["CrOS", "ChromeOS"],
  ["Macintosh", "macOS"],
  ["Linux", "Linux"],
] as const;

/** Names the browser and the system of a `User-Agent`, such as "Firefox" and "Windows". Nothing else of the header is kept. */
export function readDevice(userAgent = ""): Device {
  const nameIn = (known: readonly (readonly [word: string, name: string])[]) =>
    known.find(([word]) => userAgent.includes(word))?.[1] ?? null;
  return { browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) };
}
