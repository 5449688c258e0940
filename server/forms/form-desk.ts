import type { Asker } from "../../shared/contract/api-data.ts";
import type { InboxForm } from "../../shared/forms/form-names.ts";
import { failedWords } from "../../shared/forms/form-words.ts";
import type { Inbox, InboxFields } from "../inbox/inbox.ts";
import type { ForwardContact } from "./forward-contact.ts";

/** What a visitor handed in, read by its schema. */
export interface HandedIn {
  form: InboxForm;
  fields: InboxFields;
  /** Of this message and of every repetition of it. */
  key: string;
  isSuspect: boolean;
  requestId: string;
  traceparent: string | undefined;
  onSource?: Asker["onSource"];
  /** Told of each fault once. */
  onFault: (fault: unknown) => void;
}

export type DeskAnswer =
  /** The source has it. */
  | { kind: "relayed" }
  /** It is on the disk. */
  | { kind: "stored"; reference: string }
  /** The source will not have it, or nothing could be stored: nothing was taken. */
  | { kind: "failed"; status: 422 | 502 | 503; message: string };

/** Takes what visitors hand in. What it acknowledges is never lost. */
export type FormDesk = (handedIn: HandedIn) => Promise<DeskAnswer>;

/** A refusal of the words is the visitor's to mend; any other is ours. */
const refusedStatus = (status: number) => (status === 400 || status === 422 ? 422 : 502);

/**
 * Contact messages go to the source first and are stored when it does not answer; applications are
 * stored, for there is no call for them. What looks like a machine's is stored aside and forwarded
 * to nobody, and its sender hears what a person would.
 */
export function createFormDesk({
  inbox,
  forwardContact,
}: {
  inbox: Inbox;
  forwardContact: ForwardContact;
}): FormDesk {
  async function store(
    { onFault, ...handedIn }: HandedIn,
    how: { state: "waiting" | "kept" | "held"; tries: number; lastFault: string | null },
  ): Promise<DeskAnswer> {
    const { form, fields, key, requestId } = handedIn;
    try {
      const { reference } = await inbox.add({ form, fields, key, requestId, ...how });
      return { kind: "stored", reference };
    } catch (fault) {
      onFault(fault);
      return { kind: "failed", status: 503, message: failedWords[form] };
    }
  }

  return async (handedIn) => {
    const { form, fields, key, requestId, traceparent, onSource, onFault } = handedIn;
    if (handedIn.isSuspect) {
      const answer = await store(handedIn, { state: "held", tries: 0, lastFault: null });
      return form === "contact" && answer.kind === "stored" ? { kind: "relayed" } : answer;
    }
    if (form !== "contact") return store(handedIn, { state: "kept", tries: 0, lastFault: null });

    const call = { key, requestId, traceparent, onSource };
    const forwarded = await forwardContact(fields, call);
    if (forwarded.kind === "delivered") return { kind: "relayed" };
    onFault(forwarded.fault);
    if (forwarded.kind === "refused") {
      const status = refusedStatus(forwarded.status);
      return { kind: "failed", status, message: forwarded.sourceMessage ?? failedWords.contact };
    }
    return store(handedIn, {
      state: "waiting",
      tries: 1,
      lastFault: faultWords(forwarded.fault),
    });
  };
}

/** A fault in our own words: an `UpstreamError` holds none of the source's or the visitor's. */
export function faultWords(fault: unknown): string {
  return fault instanceof Error && fault.name === "UpstreamError" ? fault.message : "no answer";
}
