import type { FieldError, FormResponse, TypedValues } from "../../shared/contract/form-state.ts";
import { formPaths, type InboxForm } from "../../shared/forms/form-names.ts";
import { fetchJson } from "./fetch-json.ts";

/** The payload of a form. Every retry sends the same payload. */
export interface Post {
  /** The idempotency key of the submission. A retry has the same key. */
  key: string;
  form: InboxForm;
  fields: TypedValues;
  /** The language of the page, in which the server answers. */
  language: string;
}

export interface PostOutcome {
  /** `waiting`: a retry may succeed later. `refused`: a 4xx, which no retry can change. */
  state: "waiting" | "sent" | "refused";
  reference: string | null;
  errors: readonly FieldError[];
  /** Null when the response has no message in the language of the page. */
  message: string | null;
  /** The id of the failed request, where the site is to blame. */
  requestId: string | undefined;
  isOffline: boolean;
}

/** The delay before the one retry of a mutation (spec section 7). */
const RETRY_DELAY_MS = 1_000;

export async function postForm({ form, fields, key, language }: Post): Promise<PostOutcome> {
  const request = () =>
    fetchJson<FormResponse>(formPaths[form], {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-language": language,
        "idempotency-key": key,
      },
      body: JSON.stringify(fields),
    });
  let response = await request();
  if ([0, 502, 503, 504].includes(response.status)) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    response = await request();
  }
  const { status, ok, body } = response;
  const isTemporary = status === 0 || status >= 500 || [408, 409, 425, 429].includes(status);
  const failed = isTemporary ? "waiting" : "refused";
  const errors = (status === 422 && body?.errors) || [];
  return {
    state: ok ? "sent" : failed,
    reference: body?.data?.reference ?? null,
    errors,
    // The message may come from the source, which writes English. Where the response has errors, they say more.
    message: (language === "en" && errors.length === 0 && body?.message) || null,
    requestId: status >= 500 ? body?.requestId : undefined,
    isOffline: status === 0,
  };
}

/**
 * Returns a function that makes idempotency keys. The same body gets the same key, so that the server handles a retry once; a changed body
 * is a new submission.
 */
export function idempotencyKeys(): (body: unknown) => string {
  let [last, key] = ["", ""];
  return (body) => {
    const text = JSON.stringify(body);
    // `randomUUID` is missing on plain http.
    if (text !== last) key = crypto.getRandomValues(new Uint32Array(4)).join("-");
    last = text;
    return key;
  };
}

/** Fetches the signed time at which a visitor began to fill in a form; null when the request fails. */
export async function beginForm(): Promise<string | null> {
  const { body } = await fetchJson<{ data?: { token: string } }>(formPaths.token);
  return body?.data?.token ?? null;
}
