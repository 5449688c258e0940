/** RFC 5545, section 3.1: a line is at most 75 octets, without its end. */
const LINE_OCTETS = 75;

/** A line cut into pieces of at most 75 octets, never inside a character; a piece more begins with a blank. */
export function fold(line: string): string {
  const pieces: string[] = [];
  let piece = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      pieces.push(piece);
      piece = " ";
      octets = 1;
    }
    piece += character;
    octets += size;
  }
  return [...pieces, piece].join("\r\n");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are taken out
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]|\p{Cs}/gu;

/** A TEXT value (RFC 5545, section 3.3.11). */
export function escapeText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(CONTROLS, "")
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll("\n", "\\n");
}

/** `20260718T060000Z`; a fraction of a second is cut off. */
export function utcStamp(instantMs: number): string {
  return `${new Date(instantMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

/** `20260718` from `2026-07-18T00:00:00+03:00`, `plusDays` later. */
export function dateStamp(day: string, plusDays = 0): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + plusDays);
  return date.toISOString().slice(0, 10).replaceAll("-", "");
}
