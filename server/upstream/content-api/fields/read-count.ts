/**
 * A whole number, zero or more; also as text, also with separated thousands (`1,204`). Null for
 * anything else.
 */
export function readCount(value: unknown): number | null {
  if (typeof value === "string") {
    const text = value.trim();
    const isCount = /^\d{1,15}$/.test(text) || /^\d{1,3}(?:[,\s']\d{3}){1,4}$/.test(text);
    return isCount ? Number(text.replace(/\D/g, "")) : null;
  }
  const isCount = typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
  return isCount ? Math.abs(value) : null;
}

/** `true`, `"true"`, `1` and `"1"`. */
export function readFlag(value: unknown): boolean {
  if (typeof value === "string") return /^(?:true|1)$/i.test(value.trim());
  return value === true || value === 1;
}
