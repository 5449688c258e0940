import { failedMessages } from "../../shared/forms/form-messages.ts";
import type { InboxForm } from "../../shared/forms/form-names.ts";
import type { RequestContext } from "../contract/request-context.ts";
import type { ForwardContact } from "./forward-contact.ts";
import type { Inbox, InboxFields } from "./inbox/inbox.ts";

/** What a visitor handed in, read by its schema. */
export interface Submission {
  form: InboxForm;
  fields: InboxFields;
  /** Of this message and of every repetition of it. */
  key: string;
  isSuspect: boolean;
  requestId: string;
  traceparent: string | undefined;
  onSource?: RequestContext["onSource"];
  /** Told of each fault once. */
  onError: (fault: unknown) => void;
}

export type SubmissionResult =
  /** The source has it. */
  | { kind: "relayed" }
  /** It is on the disk. */
  | { kind: "stored"; reference: string }
  /** The source will not have it, or nothing could be stored: nothing was taken. */
  | { kind: "failed"; status: 422 | 502 | 503; message: string };

/** Takes what visitors hand in. What it acknowledges is never lost. */
export type SubmissionService = (handedIn: Submission) => Promise<SubmissionResult>;

/** A refusal of the words is the visitor's to mend; any other is ours. */
const refusedStatus = (status: number) => (status === 400 || status === 422 ? 422 : 502);

/**
 * Contact messages go to the source first and are stored when it does not answer; applications are
 * stored, for there is no call for them. What looks like a machine's is stored aside and forwarded
 * to nobody, and its sender hears what a person would.
 */
export function createSubmissionService({
  inbox,
  forwardContact,
}: {
  inbox: Inbox;
  forwardContact: ForwardContact;
}): SubmissionService {
  async function store(
    { onError, ...handedIn }: Submission,
    how: { state: "waiting" | "kept" | "held"; tries: number; lastError: string | null },
  ): Promise<SubmissionResult> {
    const { form, fields, key, requestId } = handedIn;
    try {
      const { reference } = await inbox.add({ form, fields, key, requestId, ...how });
      return { kind: "stored", reference };
    } catch (fault) {
      onError(fault);
      return { kind: "failed", status: 503, message: failedMessages[form] };
    }
  }

  return async (handedIn) => {
    const { form, fields, key, requestId, traceparent, onSource, onError } = handedIn;
    if (handedIn.isSuspect) {
      const answer = await store(handedIn, { state: "held", tries: 0, lastError: null });
      return form === "contact" && answer.kind === "stored" ? { kind: "relayed" } : answer;
    }
    if (form !== "contact") return store(handedIn, { state: "kept", tries: 0, lastError: null });

    const call = { key, requestId, traceparent, onSource };
    const forwarded = await forwardContact(fields, call);
    if (forwarded.kind === "delivered") return { kind: "relayed" };
    onError(forwarded.fault);
    if (forwarded.kind === "refused") {
      const status = refusedStatus(forwarded.status);
      return { kind: "failed", status, message: forwarded.sourceMessage ?? failedMessages.contact };
    }
    return store(handedIn, {
      state: "waiting",
      tries: 1,
      lastError: errorWords(forwarded.fault),
    });
  };
}

/** A fault in our own words: an `UpstreamError` holds none of the source's or the visitor's. */
export function errorWords(fault: unknown): string {
  return fault instanceof Error && fault.name === "UpstreamError" ? fault.message : "no answer";
}
