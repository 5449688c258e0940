import { isbot } from "isbot";

/** What readers for machines call themselves; plain HTTP tools and headless browsers are not among them. */
const READER_FOR_MACHINES =
  /bot|crawl|spider|slurp|facebookexternalhit|whatsapp|telegram|preview|embed|archiver|feedfetcher/i;

/** True for search engines and link previews, which take a page once and never run its scripts. */
export function isRobot(userAgent: string | undefined): boolean {
  return userAgent !== undefined && READER_FOR_MACHINES.test(userAgent) && isbot(userAgent);
}
