import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { Test } from "tap";

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as they were sent. */
  source: string;
  header: (name: string) => string;
  /** The decoded body. */
  text: string;
}

function decoded(encoding: string, body: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, "base64").toString();
  if (!/quoted-printable/i.test(encoding)) return body;
  const joined = body.replaceAll(/=\r?\n/g, "");
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString();
}

/** Decodes a header the way a mail program shows it: encoded words (RFC 2047) are decoded, even inside quotation marks. */
export const shownHeader = (header: string): string =>
  header
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      /b/i.test(encoding)
        ? Buffer.from(text, "base64").toString()
        : decoded("quoted-printable", text.replaceAll("_", " ")),
    );

function readMail(source: string, from: string, to: string[]): ReceivedMail {
  const [head = "", ...rest] = source.split("\r\n\r\n");
  const lines = head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
  const header = (name: string) =>
    lines
      .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
      .map((line) => line.slice(name.length + 1).trim())
      .join("\n");
  const text = decoded(header("content-transfer-encoding"), rest.join("\r\n\r\n"));
  return { from, to, source, header, text };
}

/** Starts a real SMTP server that keeps mail, refuses recipients, or falls silent after a message. */
export async function startMailServer(t: Test, options: SMTPServerOptions = {}) {
  const mails: ReceivedMail[] = [];
  const server = {
    mails,
    tries: 0,
    /** The response to a recipient; null accepts the recipient. */
    refusal: null as { responseCode: number; message: string } | null,
    /** When true, the server keeps a message without acknowledging it. */
    isSilent: false,
    port: 0,
    close: async () => {},
  };
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onRcptTo(_address, _session, callback) {
      server.tries += 1;
      const { refusal } = server;
      callback(refusal && Object.assign(new Error(refusal.message), refusal));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        const from = mailFrom === false ? "" : mailFrom.address;
        mails.push(readMail(Buffer.concat(chunks).toString("latin1"), from, to));
        if (!server.isSilent) callback(null, "OK");
      });
    },
    ...options,
  });
  smtp.on("error", () => {});
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  server.port = (smtp.server.address() as AddressInfo).port;
  server.close = () => new Promise((resolve) => smtp.close(() => resolve()));
  t.teardown(server.close);
  return server;
}
