import type { FieldError, FormResponse, TypedValues } from "../../shared/contract/form-state.ts";
import { formPaths, type InboxForm } from "../../shared/forms/form-names.ts";
import { fetchJson } from "./fetch-json.ts";

/** A form as it is posted, each time the same. */
export interface Post {
  /** The idempotency key of the submission: a repetition is the same one. */
  key: string;
  form: InboxForm;
  fields: TypedValues;
  /** The language of the page: the server answers in it. */
  language: string;
}

export interface PostOutcome {
  /** `waiting`: the same may succeed later. `refused`: for good, by a 4xx. */
  state: "waiting" | "sent" | "refused";
  reference: string | null;
  errors: readonly FieldError[];
  /** Null where there is none in the language of the page. */
  message: string | null;
  /** The request that failed, where the site is to blame. */
  requestId: string | undefined;
  isOffline: boolean;
}

/** Spec section 7: the delay before the one retry of a mutation. */
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
    // It may be that of the source, which is in English. Errors say it better.
    message: (language === "en" && errors.length === 0 && body?.message) || null,
    requestId: status >= 500 ? body?.requestId : undefined,
    isOffline: status === 0,
  };
}

/** A repetition keeps its key, so that the server handles it once; other words are another submission. */
export function idempotencyKeys(): (body: unknown) => string {
  let [last, key] = ["", ""];
  return (body) => {
    const text = JSON.stringify(body);
    // Not `randomUUID`, which plain http does not have.
    if (text !== last) key = crypto.getRandomValues(new Uint32Array(4)).join("-");
    last = text;
    return key;
  };
}

/** The signed time at which a visitor began to fill in a form; null when it cannot be fetched. */
export async function beginForm(): Promise<string | null> {
  const { body } = await fetchJson<{ data?: { token: string } }>(formPaths.token);
  return body?.data?.token ?? null;
}
