import { useEffect } from "react";
import * as words from "../../../content/words/en/failures.json";
import type { Outcome } from "../../../shared/contract/outcome.ts";
import { fill } from "../../../shared/fill.ts";
import { dismiss, notify } from "./notification-store.ts";

/** Public texts; the source's own messages are never shown. */
const MESSAGES: Readonly<Record<number, string>> = {
  502: words.badAnswer,
  503: words.noAnswer,
};

/** Spec section 8: "Error loading content: {message or Unknown error}" and its like, until it is loaded. */
export function useFailureNotification(
  what: "content" | "article" | "events" | "event",
  outcome: Outcome<unknown>,
): void {
  const status = outcome.kind === "unavailable" ? outcome.status : null;
  useEffect(() => {
    if (status === null) return;
    const id = notify(
      "error",
      fill(words.loading, { what: words.parts[what], why: MESSAGES[status] ?? words.unknown }),
    );
    return () => dismiss(id);
  }, [what, status]);
}
