/** The format of a reference number: `V-7K3M-2Q9F`. Similar letters are not used. */
const REFERENCE = /^[A-Z]-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

/** A reference number from the URL; null when it is malformed. */
export function readReference(text: string | null): string | null {
  return text !== null && REFERENCE.test(text) ? text : null;
}
