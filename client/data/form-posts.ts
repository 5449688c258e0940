import type { FieldError, FormProblem, FormTaken } from "../../shared/contract/form-state.ts";
import { formPaths, type InboxForm } from "../../shared/forms/form-names.ts";
import { fetchJson, mutateJson } from "./fetch-json.ts";

/** A form as it is posted, each time the same. */
export interface Post {
  /** The idempotency key of the submission: a repetition is the same one. */
  key: string;
  form: InboxForm;
  fields: Readonly<Record<string, unknown>>;
  /** The language of the page: the server answers in it. */
  language: string;
}

export type PostOutcome =
  | { kind: "sent"; reference: string | null }
  | { kind: "invalid"; errors: readonly FieldError[] }
  /** The message is null where there is none in the language of the page. `isTemporary`: the same may succeed later. */
  | { kind: "failed"; message: string | null; isOffline: boolean; isTemporary: boolean };

export async function postForm({ form, fields, key, language }: Post): Promise<PostOutcome> {
  const { status, ok, body } = await mutateJson<Partial<FormTaken> & FormProblem>(
    "POST",
    formPaths[form],
    { headers: { "idempotency-key": key, "content-language": language }, body: fields },
  );
  if (ok) return { kind: "sent", reference: body?.data?.reference ?? null };
  if (status === 422 && body?.errors?.length) return { kind: "invalid", errors: body.errors };
  return {
    kind: "failed",
    // It may be that of the source, which is in English.
    message: (language === "en" && body?.message) || null,
    isOffline: status === 0,
    isTemporary: status === 0 || status >= 500 || [408, 409, 425, 429].includes(status),
  };
}

/** The signed time at which a visitor began to fill in a form; null when it cannot be fetched. */
export async function beginForm(): Promise<string | null> {
  const { body } = await fetchJson<{ data?: { token?: unknown } }>(formPaths.token);
  const token = body?.data?.token;
  return typeof token === "string" ? token : null;
}
