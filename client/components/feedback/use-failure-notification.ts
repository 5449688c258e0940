import { useEffect } from "react";
import type { Outcome } from "../../../shared/contract/outcome.ts";
import { dismiss, notify } from "./notification-store.ts";

/** Public texts; the source's own messages are never shown. */
const MESSAGES: Readonly<Record<number, string>> = {
  502: "The content source gave an answer that cannot be used",
  503: "The content source does not answer",
};

/** Spec section 8: "Error loading content: {message or Unknown error}" and its like, until it is loaded. */
export function useFailureNotification(
  what: "content" | "article" | "events" | "event",
  outcome: Outcome<unknown>,
): void {
  const status = outcome.kind === "unavailable" ? outcome.status : null;
  useEffect(() => {
    if (status === null) return;
    const id = notify("error", `Error loading ${what}: ${MESSAGES[status] ?? "Unknown error"}`);
    return () => dismiss(id);
  }, [what, status]);
}
