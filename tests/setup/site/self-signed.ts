import { generateKeyPairSync, sign } from "node:crypto";

const SEQUENCE = 0x30;
const SET = 0x31;

/** Encodes one DER value: tag, length, content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  let size = [0x82, length >> 8, length & 255];
  if (length < 128) size = [length];
  else if (length < 256) size = [0x81, length];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const bytes = (hex: string) => Buffer.from(hex, "hex");
const time = (ms: number) =>
  der(0x18, Buffer.from(new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, "")));
const pem = (body: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${body.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;

const COMMON_NAME = bytes("0603550403");
const ALTERNATIVE_NAMES = bytes("0603551d11");
const BASIC_CONSTRAINTS = bytes("0603551d13");
const ECDSA_WITH_SHA256 = bytes("300a06082a8648ce3d040302");
const TRUE = bytes("0101ff");
const DAY_MS = 86_400_000;

/**
 * Makes a key and a self-signed certificate for `localhost`, valid for two days in all. We build it ourselves, since a test machine
 * need not have openssl.
 */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from("localhost")))),
  );
  const authority = der(SEQUENCE, BASIC_CONSTRAINTS, TRUE, der(0x04, der(SEQUENCE, TRUE)));
  const names = der(SEQUENCE, der(0x82, Buffer.from("localhost")));
  const body = der(
    SEQUENCE,
    der(0xa0, bytes("020102")),
    der(0x02, bytes("01")),
    ECDSA_WITH_SHA256,
    name,
    der(SEQUENCE, time(Date.now() - DAY_MS), time(Date.now() + DAY_MS)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(SEQUENCE, authority, der(SEQUENCE, ALTERNATIVE_NAMES, der(0x04, names)))),
  );
  const signature = der(0x03, bytes("00"), sign("sha256", body, privateKey));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: pem(der(SEQUENCE, body, ECDSA_WITH_SHA256, signature)),
  };
}
