import type { FastifyRequest } from "fastify";
import type { DeskFreshSignIn } from "../../shared/contract/desk-people.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import { mailLink } from "./sign-in-links.ts";

/** The age of a session up to which nobody has to prove again who they are. */
const FRESH_MS = 10 * MINUTE_MS;

/** Returns whether the member of staff has just signed in with a link. */
const isFreshSignIn = ({ staff, server }: FastifyRequest): boolean =>
  staff !== null && server.clock() - staff.createdAt < FRESH_MS;

/**
 * Guards an act for which an open browser is not proof enough, such as adding a person or changing a bank account. Returns
 * null when the act may go on. Otherwise mails a new link to the signed-in person and returns what the page has to say;
 * the route then shows its form again, with what was typed and `<FreshSignIn step={step} />` from
 * `client/pages/staff/fresh-sign-in.tsx`. The person opens the link, comes back to the form and presses the same button.
 *
 *     const step = await requireFreshSignIn(request);
 *     if (step !== null) return sendDeskPage(reply, { kind, ...typed, freshSignIn: step }, 403);
 */
export async function requireFreshSignIn(request: FastifyRequest): Promise<DeskFreshSignIn | null> {
  const { staff, server, log, url } = request;
  if (staff === null || isFreshSignIn(request)) return null;
  log.info({ audit: "fresh sign-in required", staff: staff.id }, "audit");
  return mailLink(server, staff.email, url);
}
