import { connect } from "node:net";

export interface RawResponse {
  /** The status, or 0 when the connection ended without a response. */
  status: number;
  headers: ReadonlyMap<string, string>;
  body: string;
}

function read(text: string): RawResponse {
  const [head = "", body = ""] = text.split(/\r\n\r\n([\s\S]*)/, 2);
  const [first = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line) => {
    const cut = line.indexOf(":");
    return [line.slice(0, cut).toLowerCase(), line.slice(cut + 1).trim()] as const;
  });
  return { status: Number(first.split(" ")[1] ?? 0), headers: new Map(headers), body };
}

/**
 * Writes raw bytes to a socket, part by part with a pause between them, and reads until the other side closes. HTTP clients would
 * correct the broken requests that these tests want to send.
 */
export function rawRequest(
  siteUrl: string,
  parts: string | readonly string[],
  pauseMs = 0,
): Promise<RawResponse> {
  const { hostname, port } = new URL(siteUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = "";
    const waiting = [...(typeof parts === "string" ? [parts] : parts)];
    const writeNext = () => {
      const part = waiting.shift();
      if (part === undefined || !socket.writable) return clearInterval(trickle);
      socket.write(part, "latin1");
    };
    const trickle = setInterval(writeNext, pauseMs);
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      text += chunk;
    });
    // A reset after the response counts as a normal end.
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(trickle);
      resolve(read(text));
    });
  });
}

/** Returns a GET request as text, with as few headers as possible. */
export const getLines = (target: string, fields = ""): string =>
  `GET ${target} HTTP/1.1\r\nHost: www.example.org\r\nConnection: close\r\n${fields}\r\n`;
