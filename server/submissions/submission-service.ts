import type { InboxForm } from "../../shared/forms/form-names.ts";
import type { RequestContext } from "../contract/request-context.ts";
import type { ForwardContact } from "./forward-contact.ts";
import { messageKey } from "./idempotency/message-key.ts";
import type { Inbox, InboxDraft, InboxFields } from "./inbox/inbox.ts";
import { referenceOf } from "./inbox/reference-number.ts";

/** A form sent by a visitor, parsed by its schema. */
export interface Submission {
  form: InboxForm;
  fields: InboxFields;
  /** The `Idempotency-Key` header of the request. */
  clientKey: string | undefined;
  /** The result of the spam check. */
  isSuspect: boolean;
  requestId: string;
  traceparent: string | undefined;
  onSource?: RequestContext["onSource"];
  /** Called once for each error. */
  onError: (error: unknown) => void;
}

export type SubmissionResult =
  /** The source has it. */
  | { kind: "relayed"; reference: string }
  /** It is in the inbox. */
  | { kind: "stored"; reference: string }
  /** The source refused it, perhaps with a message of its own, or it could not be stored. */
  | { kind: "failed"; status: 422 | 502 | 503; message: string | null };

/** Accepts submissions. What it acknowledges is never lost. */
export type SubmissionService = (submission: Submission) => Promise<SubmissionResult>;

interface Dependencies {
  inbox: Pick<Inbox, "add">;
  forwardContact: ForwardContact;
  /** The clock, milliseconds. */
  now: () => number;
}

/** A refusal of the fields is a validation error for the visitor; any other is a server error. */
const statusOfRefusal = (status: number) => (status === 400 || status === 422 ? 422 : 502);

async function store(
  { inbox }: Pick<Dependencies, "inbox">,
  { onError, form, fields, requestId }: Submission,
  draft: Pick<InboxDraft, "key" | "state" | "tries" | "lastError">,
): Promise<SubmissionResult> {
  try {
    const { reference } = await inbox.add({ form, fields, requestId, ...draft });
    return { kind: "stored", reference };
  } catch (error) {
    onError(error);
    return { kind: "failed", status: 503, message: null };
  }
}

async function forwardOrStore(
  dependencies: Dependencies,
  submission: Submission,
  key: string,
): Promise<SubmissionResult> {
  const { fields, requestId, traceparent, onSource, onError } = submission;
  const call = { key, requestId, traceparent, onSource };
  const forwarded = await dependencies.forwardContact(fields, call);
  if (forwarded.kind === "delivered")
    return { kind: "relayed", reference: referenceOf("contact", key) };
  onError(forwarded.error);
  if (forwarded.kind === "refused") {
    const status = statusOfRefusal(forwarded.status);
    return { kind: "failed", status, message: forwarded.sourceMessage };
  }
  const lastError = safeErrorText(forwarded.error);
  return store(dependencies, submission, { key, state: "waiting", tries: 1, lastError });
}

/**
 * Contact messages are forwarded to the source, and stored when it does not respond. Applications are stored:
 * the source has no endpoint for them. Suspected spam is held and not forwarded, with the same result for
 * its sender.
 */
export function createSubmissionService(dependencies: Dependencies): SubmissionService {
  return async (submission) => {
    const { form, fields, clientKey, isSuspect } = submission;
    const key = messageKey({ form, fields, clientKey, nowMs: dependencies.now() });
    const untried = { key, tries: 0, lastError: null };
    if (isSuspect) {
      const result = await store(dependencies, submission, { ...untried, state: "held" });
      return form === "contact" && result.kind === "stored"
        ? { ...result, kind: "relayed" }
        : result;
    }
    return form === "contact"
      ? forwardOrStore(dependencies, submission, key)
      : store(dependencies, submission, { ...untried, state: "kept" });
  };
}

/** Only the message of an `UpstreamError` is known to hold no text of the source or the visitor. */
export function safeErrorText(error: unknown): string {
  return error instanceof Error && error.name === "UpstreamError" ? error.message : "no response";
}
