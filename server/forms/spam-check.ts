import { createHmac, randomBytes } from "node:crypto";
import type { SpamSignal } from "../../shared/contract/spam.ts";
import { spamCheckFields } from "../../shared/forms/form-names.ts";
import { isSecret } from "../http/headers.ts";
import { spamReasons } from "./spam-score.ts";

/** The time in which few people fill in a form, though a password manager may. */
const FAST_MS = 2_000;
const LINK = /https?:\/\//gi;
const MANY_LINKS = 2;

/** The fields of all forms that hold names, and those that hold sentences. Choices, telephone numbers and the website hold neither. */
const NAMES = ["name", "firstName", "lastName", "contactName", "orgName"];
const SENTENCES = [
  "message",
  "motivation",
  "skills",
  "partnershipProposal",
  "contactTitle",
  "location",
];

type Sent = Readonly<Record<string, unknown>>;

const textsOf = (sent: Sent, names: readonly string[]): string[] =>
  names.map((name) => sent[name]).filter((value) => typeof value === "string");

/**
 * Creates the spam check. The secret belongs to the process, so a token of another instance is ignored. Pages contain no
 * token, so they stay cacheable. Links to `ownHost` are those of this site, which visitors quote.
 */
export function createSpamCheck(now: () => number, ownHost = "") {
  const secret = randomBytes(32);
  const sign = (text: string) => createHmac("sha256", secret).update(text).digest("base64url");

  function issuedAt(token: unknown): number | null {
    const [time = "", signature = ""] = typeof token === "string" ? token.split(".") : [];
    return isSecret(signature, sign(time)) ? Number.parseInt(time, 36) : null;
  }

  /** Returns whether many links came sooner than a person types. A missing token proves nothing, nor does speed alone. */
  function isFast(sent: Sent): boolean {
    const startedAt = issuedAt(sent[spamCheckFields.token]);
    if (startedAt === null || now() - startedAt >= FAST_MS) return false;
    // A token that is not text, and might be nested without end, does not get this far.
    return (JSON.stringify(sent).match(LINK)?.length ?? 0) >= MANY_LINKS;
  }

  return {
    issueToken(): string {
      const time = Math.floor(now()).toString(36);
      return `${time}.${sign(time)}`;
    },
    /** Returns why a message is held as spam; empty for a message that is not. */
    findSpam(sent: Sent): SpamSignal[] {
      const { [spamCheckFields.honeypot]: trap } = sent;
      if (trap != null && (typeof trap !== "string" || trap.trim() !== ""))
        return [{ name: "trap" }];
      if (isFast(sent)) return [{ name: "fast" }];
      const [subject = ""] = textsOf(sent, ["subject"]);
      const [email = ""] = textsOf(sent, ["email", "contactEmail"]);
      const names = textsOf(sent, NAMES);
      return spamReasons({ names, subject, texts: textsOf(sent, SENTENCES), email }, ownHost);
    },
  };
}
