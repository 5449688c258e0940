/** What a reference number looks like: `V-7K3M-2Q9F`. Letters that read alike are not used. */
const REFERENCE = /^[CVP]-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

/** A reference number out of an address; null when it is not one of ours. */
export function readReference(text: string | null): string | null {
  return text !== null && REFERENCE.test(text) ? text : null;
}
