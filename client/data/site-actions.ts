import type { FormProblem, FormTaken } from "../../shared/contract/form-answers.ts";
import type { FieldError } from "../../shared/contract/form-state.ts";
import { formPaths, type InboxForm } from "../../shared/forms/form-names.ts";

/** How a form fared. */
export type PostOutcome =
  | { kind: "sent"; reference: string | null }
  /** Fields to mend. */
  | { kind: "invalid"; errors: readonly FieldError[] }
  /** Nothing was taken; null when nobody said why. */
  | { kind: "failed"; message: string | null };

/** The server answers within a few seconds; a network that says nothing for this long is lost. */
const PATIENCE_MS = 30_000;
/** Spec section 7: "mutations retried once". */
const RETRY_AFTER_MS = 1_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const isWorthAnother = (response: Response | null) =>
  response === null || (response.status >= 502 && response.status <= 504);

/** A name for a message, so that sending it twice is sending it once. */
export function makeKey(): string {
  // Pages on plain http have no randomUUID.
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(
    "-",
  );
}

/** `AbortSignal.timeout` is missing before Chrome 103 and Safari 16. */
function endsAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}

function send(path: string, body: string, key: string): Promise<Response | null> {
  return fetch(path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      "idempotency-key": key,
    },
    body,
    signal: endsAfter(PATIENCE_MS),
  }).catch(() => null);
}

/**
 * Sends a form, once more under the same key when the network or the way to the source failed: the
 * only post of the site.
 */
export async function postForm(
  form: InboxForm,
  body: Readonly<Record<string, unknown>>,
  key: string,
): Promise<PostOutcome> {
  const text = JSON.stringify(body);
  let response = await send(formPaths[form], text, key);
  if (isWorthAnother(response)) {
    await pause(RETRY_AFTER_MS);
    response = (await send(formPaths[form], text, key)) ?? response;
  }
  if (response === null) return { kind: "failed", message: null };
  // Our own server wrote it: `FormTaken` when it went well, `FormProblem` when not.
  const answer: Partial<FormTaken> & FormProblem = await response.json().catch(() => ({}));
  if (response.ok) return { kind: "sent", reference: answer.data?.reference ?? null };
  if (response.status === 422 && answer.errors?.length)
    return { kind: "invalid", errors: answer.errors };
  return { kind: "failed", message: answer.message ?? null };
}

/** The signed time at which a visitor began to fill a form; null when it cannot be had. */
export async function beginForm(): Promise<string | null> {
  const response = await fetch(formPaths.token).catch(() => null);
  const answer = await response?.json().catch(() => null);
  const token: unknown = answer?.data?.token;
  return typeof token === "string" ? token : null;
}
