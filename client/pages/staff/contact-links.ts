/** Returns the link that opens a new mail to an address. */
export const mailto = (email: string) => `mailto:${encodeURIComponent(email).replace("%40", "@")}`;

/** A typed phone number without words: `+255 754 123-456`, `(0754) 123 456`. */
const TYPED_PHONE = /^[+\d\s().\-/]+$/;

/**
 * Returns a phone number as it is dialled from every country, such as `+255754123456`. A number that begins with 0 is one of
 * Tanzania. Returns null for other texts.
 */
export function dialledNumber(phone: string): string | null {
  if (!TYPED_PHONE.test(phone)) return null;
  const digits = phone
    .replace("(0)", "")
    .replace(/[^\d+]/g, "")
    .replace(/^00/, "+");
  if (/^\+\d{7,15}$/.test(digits)) return digits;
  if (/^0\d{9}$/.test(digits)) return `+255${digits.slice(1)}`;
  return /^255\d{9}$/.test(digits) ? `+${digits}` : null;
}

/** Returns the link to a chat with a dialled number. */
export const whatsAppHref = (dialled: string) => `https://wa.me/${dialled.slice(1)}`;

/** Returns the name in an address of a colleague: "Asha Mushi" for `asha.mushi@example.org`. */
export const colleagueName = (email: string): string =>
  (email.split("@")[0] ?? "")
    .split(/[._-]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ") || email;
