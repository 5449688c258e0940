import { code, prefix } from "../../content/words/en/language.json";
import type { FormProblem, FormTaken } from "../../shared/contract/form-responses.ts";
import type { FieldError } from "../../shared/contract/form-state.ts";
import { formPaths, type InboxForm } from "../../shared/forms/form-names.ts";
import { fetchJson, mutateJson } from "./fetch-json.ts";

export type PostOutcome =
  | { kind: "sent"; reference: string | null }
  | { kind: "invalid"; errors: readonly FieldError[] }
  /** The message is null when the server sent none. */
  | { kind: "failed"; message: string | null; isOffline: boolean; isTemporary: boolean };

/** The same request may succeed later. */
const isTemporary = (status: number) =>
  status === 0 || status >= 500 || [408, 409, 425, 429].includes(status);

/** Posts a form as JSON. The same key makes a repeated post the same submission. */
export async function postForm(
  form: InboxForm,
  fields: Readonly<Record<string, unknown>>,
  key: string,
): Promise<PostOutcome> {
  const { status, ok, body } = await mutateJson<Partial<FormTaken> & FormProblem>(
    "POST",
    formPaths[form],
    {
      headers: { "idempotency-key": key, ...(prefix && { "content-language": code }) },
      body: fields,
    },
  );
  if (ok) return { kind: "sent", reference: body?.data?.reference ?? null };
  if (status === 422 && body?.errors?.length) return { kind: "invalid", errors: body.errors };
  const message = body?.message ?? null;
  return { kind: "failed", message, isOffline: status === 0, isTemporary: isTemporary(status) };
}

/** The signed time at which a visitor began to fill in a form; null when it cannot be fetched. */
export async function beginForm(): Promise<string | null> {
  const { body } = await fetchJson<{ data?: { token?: unknown } }>(formPaths.token);
  const token = body?.data?.token;
  return typeof token === "string" ? token : null;
}
