import type { FormProblem, FormTaken } from "../../shared/contract/form-responses.ts";
import type { FieldError } from "../../shared/contract/form-state.ts";
import { formPaths, type InboxForm } from "../../shared/forms/form-names.ts";
import { fetchJson, mutateJson } from "./fetch-json.ts";

export type PostOutcome =
  | { kind: "sent"; reference: string | null }
  | { kind: "invalid"; errors: readonly FieldError[] }
  /** Null when the server sent no message. */
  | { kind: "failed"; message: string | null };

/** Posts a form as JSON. The same key makes a repeated post the same submission. */
export async function postForm(
  form: InboxForm,
  fields: Readonly<Record<string, unknown>>,
  key: string,
): Promise<PostOutcome> {
  const { status, ok, body } = await mutateJson<Partial<FormTaken> & FormProblem>(
    "POST",
    formPaths[form],
    { headers: { "idempotency-key": key }, body: fields },
  );
  if (ok) return { kind: "sent", reference: body?.data?.reference ?? null };
  if (status === 422 && body?.errors?.length) return { kind: "invalid", errors: body.errors };
  return { kind: "failed", message: body?.message ?? null };
}

/** The signed time at which a visitor began to fill in a form; null when it cannot be fetched. */
export async function beginForm(): Promise<string | null> {
  const { body } = await fetchJson<{ data?: { token?: unknown } }>(formPaths.token);
  const token = body?.data?.token;
  return typeof token === "string" ? token : null;
}
