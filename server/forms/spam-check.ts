import { createHmac, randomBytes } from "node:crypto";
import { spamCheckFields } from "../../shared/forms/form-names.ts";
import { isSecret } from "../http/headers.ts";

/** The time in which few people fill in a form, though a password manager may. */
const FAST_MS = 2_000;
const LINK = /https?:\/\//gi;
const MANY_LINKS = 2;

/**
 * Creates the spam check. The secret belongs to the process, so a token of another instance is ignored. Pages contain no
 * token, so they stay cacheable.
 */
export function createSpamCheck(now: () => number) {
  const secret = randomBytes(32);
  const sign = (text: string) => createHmac("sha256", secret).update(text).digest("base64url");

  function issuedAt(token: unknown): number | null {
    const [time = "", signature = ""] = typeof token === "string" ? token.split(".") : [];
    return isSecret(signature, sign(time)) ? Number.parseInt(time, 36) : null;
  }

  return {
    issueToken(): string {
      const time = Math.floor(now()).toString(36);
      return `${time}.${sign(time)}`;
    },
    /**
     * Returns whether the honeypot is filled, or many links came sooner than a person types. A missing token proves
     * nothing, nor does speed alone.
     */
    isSuspect(sent: Readonly<Record<string, unknown>>): boolean {
      const { [spamCheckFields.honeypot]: trap, [spamCheckFields.token]: token } = sent;
      if (trap != null && (typeof trap !== "string" || trap.trim() !== "")) return true;
      const startedAt = issuedAt(token);
      if (startedAt === null || now() - startedAt >= FAST_MS) return false;
      // A token that is not text, and might be nested without end, does not get this far.
      return (JSON.stringify(sent).match(LINK)?.length ?? 0) >= MANY_LINKS;
    },
  };
}
