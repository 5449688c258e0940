import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { evidenceFields } from "../../shared/forms/form-names.ts";

/** Few people fill a form in less; a password manager may. */
const FAST_MS = 2_000;

/** Addresses of the web in the words. */
const LINK = /https?:\/\//gi;
const MANY_LINKS = 2;

export interface Evidence {
  /** What a browser asks for when a visitor begins to fill a form: the time, signed. */
  issueToken: () => string;
  /**
   * True when what was sent looks like a machine's: the hidden field is filled, or many links came
   * faster than a person types. A token that is absent or foreign says nothing, and speed alone says
   * too little.
   */
  isSuspect: (sent: Readonly<Record<string, unknown>>) => boolean;
}

/**
 * Tells machines from people without a riddle. The secret lives and dies with the process: a token of
 * another instance is no evidence, and pages stay the same for everyone, so they can be cached.
 */
export function createEvidence(now: () => number): Evidence {
  const secret = randomBytes(32);
  const sign = (text: string) => createHmac("sha256", secret).update(text).digest("base64url");

  function issuedAt(token: unknown): number | null {
    if (typeof token !== "string" || token.length > 100) return null;
    const [time = "", signature = ""] = token.split(".");
    const [ours, theirs] = [Buffer.from(sign(time)), Buffer.from(signature)];
    const isOurs = ours.length === theirs.length && timingSafeEqual(ours, theirs);
    return isOurs ? Number.parseInt(time, 36) : null;
  }

  const isBaitTaken = (bait: unknown) =>
    typeof bait === "string" ? bait.trim() !== "" : bait !== undefined && bait !== null;

  const linksIn = (sent: Readonly<Record<string, unknown>>) =>
    Object.values(sent)
      .filter((value) => typeof value === "string")
      .reduce((sum, text) => sum + (text.match(LINK)?.length ?? 0), 0);

  return {
    issueToken: () => {
      const time = Math.floor(now()).toString(36);
      return `${time}.${sign(time)}`;
    },
    isSuspect: (sent) => {
      if (isBaitTaken(sent[evidenceFields.honeypot])) return true;
      const begun = issuedAt(sent[evidenceFields.token]);
      return begun !== null && now() - begun < FAST_MS && linksIn(sent) >= MANY_LINKS;
    },
  };
}
