/** What the doctor looks at. server/README.md has the table. */
export const CHECKS = [
  ...(["node", "settings", "build", "clock", "disk", "port"] as const),
  ...(["source", "inbox", "redis", "traces"] as const),
] as const;
type Check = (typeof CHECKS)[number];

/** What a check of the doctor found. A warning can wait; with a fault the site does not do its work. */
export interface Finding {
  check: Check;
  state: "ok" | "warning" | "fault";
  says: string;
  /** What to do about it; with every state but ok. */
  mend?: string;
}

export const ok = (check: Check, says: string): Finding => ({ check, state: "ok", says });
export const warning = (check: Check, says: string, mend: string): Finding => ({
  ...{ check, state: "warning", says, mend },
});
export const fault = (check: Check, says: string, mend: string): Finding => ({
  ...{ check, state: "fault", says, mend },
});

/** The code of a fault of the system (`EACCES`), else its words. */
export function codeOf(given: unknown): string {
  if (!(given instanceof Error)) return String(given);
  return "code" in given && typeof given.code === "string" ? given.code : given.message;
}
