import type { Outcome, SiteData } from "../../shared/contract/site-data.ts";
import type { PageQuery } from "./page-query.ts";

const FIRST_DELAY_MS = 1_000;
const LAST_DELAY_MS = 4_000;

/**
 * The outcome of a query, with three retries and a delay that doubles from 1 s (spec section 7).
 * `first` is an outcome that is known already: the server's, after which the retries begin.
 */
export async function queryWithRetries(
  query: PageQuery<unknown>,
  siteData: SiteData,
  first: Promise<Outcome<unknown>> = query.run(siteData),
): Promise<Outcome<unknown>> {
  let outcome = await first;
  for (let ms = FIRST_DELAY_MS; outcome.kind === "unavailable" && ms <= LAST_DELAY_MS; ms *= 2) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    outcome = await query.run(siteData);
  }
  return outcome;
}
