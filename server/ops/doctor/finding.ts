/** What the doctor checks; the table is in server/README.md. */
export const CHECKS = ["settings", "disk", "source", "store", "inbox", "payments", "site"] as const;
type Check = (typeof CHECKS)[number];

/** The result of a check. A warning can wait; with a failure the site does not work. */
export interface Finding {
  check: Check;
  state: "ok" | "warning" | "failure";
  message: string;
  /** What to do about it; absent when ok. */
  fix?: string;
}

export const ok = (check: Check, message: string): Finding => ({ check, state: "ok", message });

const unwell = (state: Finding["state"]) => (check: Check, message: string, fix: string) => ({
  check,
  state,
  message,
  fix,
});
export const warning = unwell("warning");
export const failure = unwell("failure");

/** The code of a system error (`EACCES`), else the message. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
