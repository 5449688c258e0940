import type { InboxForm } from "../../shared/forms/form-names.ts";
import type { ContentApiClient } from "../source/content-api-client.ts";
import type { RequestContext } from "../source/site-data.ts";
import { forwardContact, safeErrorText } from "./forward-contact.ts";
import { messageKey, referenceOf } from "./idempotency/message-key.ts";
import type { Inbox, InboxDraft, InboxFields } from "./inbox.ts";

/** A form sent by a visitor, parsed by its schema. `onError` is called once for each error. */
interface Submission
  extends Pick<RequestContext, "requestId" | "traceparent" | "onSource" | "onError"> {
  form: InboxForm;
  fields: InboxFields;
  /** The `Idempotency-Key` header of the request. */
  clientKey: string | undefined;
  /** The result of the spam check. */
  isSuspect: boolean;
}

type SubmissionResult =
  /** The source has it. */
  | { kind: "relayed"; reference: string }
  /** It is in the inbox. */
  | { kind: "stored"; reference: string }
  /** The source refused it, perhaps with a message of its own, or it could not be stored. */
  | { kind: "failed"; status: 422 | 502 | 503; message: string | null };

/** Accepts submissions. What it acknowledges is never lost. */
export type SubmissionService = (submission: Submission) => Promise<SubmissionResult>;

/** A refusal of the fields is a validation error for the visitor; any other is a server error. */
const statusOfRefusal = (status: number) => (status === 400 || status === 422 ? 422 : 502);

async function store(
  inbox: Inbox,
  draft: InboxDraft,
  { onError }: Submission,
): Promise<SubmissionResult> {
  try {
    return { kind: "stored", reference: (await inbox.add(draft)).reference };
  } catch (error) {
    onError(error);
    return { kind: "failed", status: 503, message: null };
  }
}

/**
 * Contact messages are stored, and forwarded to the source. Applications are stored: the source has no endpoint for
 * them. Suspected spam is held and not forwarded, with the same result for its sender.
 */
export function createSubmissionService(options: {
  inbox: Inbox;
  /** Null when the site is its own source: messages stay in the inbox. */
  source: ContentApiClient | null;
  /** The clock, milliseconds. */
  now: () => number;
}): SubmissionService {
  const { inbox, source, now } = options;

  /**
   * Stores a contact message, sends it to the source, and stores what came of it. While the store is down it is
   * acknowledged when the source takes it.
   */
  async function storeAndForward(
    draft: Omit<InboxDraft, "state">,
    submission: Submission,
    source: ContentApiClient,
  ): Promise<SubmissionResult> {
    const { requestId, traceparent, onSource, onError } = submission;
    const reference = referenceOf("contact", draft.key);
    const ignoreError = (error: unknown) => {
      onError(error);
      return null;
    };
    const begun = await inbox.begin(draft).catch(ignoreError);
    if (begun?.isDelivered) return { kind: "relayed", reference };
    const forwarded = await forwardContact(source, draft, { requestId, traceparent, onSource });
    if (forwarded.kind === "delivered") {
      // Where this fails it is sent again, under the same key.
      if (begun !== null) await inbox.markDelivered(reference).catch(ignoreError);
      return { kind: "relayed", reference };
    }
    onError(forwarded.error);
    if (forwarded.kind === "refused") {
      if (begun !== null) await inbox.withdraw(begun).catch(ignoreError);
      const status = statusOfRefusal(forwarded.status);
      return { kind: "failed", status, message: forwarded.sourceMessage };
    }
    const lastError = safeErrorText(forwarded.error);
    return store(inbox, { ...draft, state: "waiting", tries: 1, lastError }, submission);
  }

  return async (submission) => {
    const { form, fields, clientKey, isSuspect, requestId } = submission;
    const key = messageKey({ form, fields, clientKey, nowMs: now() });
    const draft = { form, fields, key, requestId };
    if (form === "contact" && !isSuspect && source !== null)
      return storeAndForward(draft, submission, source);
    const result = await store(inbox, { ...draft, state: isSuspect ? "held" : "kept" }, submission);
    return form === "contact" && result.kind === "stored" ? { ...result, kind: "relayed" } : result;
  };
}
