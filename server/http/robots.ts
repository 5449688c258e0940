import { isbot } from "isbot";

/** In the names of crawlers and link previews; not in those of plain HTTP tools and headless browsers. */
const CRAWLER =
  /bot|crawl|spider|slurp|facebookexternalhit|whatsapp|telegram|preview|embed|archiver|feedfetcher/i;

/** True for search engines and link previews, which fetch a page once and run no scripts. */
export function isRobot(userAgent: string | undefined): boolean {
  return userAgent !== undefined && CRAWLER.test(userAgent) && isbot(userAgent);
}
