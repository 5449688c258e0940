import { once } from "node:events";
import { connect } from "node:net";
import t from "tap";
import { startScene } from "../../setup/site/scene.ts";

const FIVE_MB = 5 * 1024 * 1024;

const { site } = await startScene(t, { env: { FORM_RATE_MAX: "1000" } });

/** Sends the whole body before reading the response, as many client libraries do. */
async function sendAllThenRead(head: string, body: Buffer[], responses = 1): Promise<string> {
  const socket = connect(Number(new URL(site.url).port), "127.0.0.1").pause();
  const failed = once(socket, "error").then(([error]) => Promise.reject(error));
  failed.catch(() => {});
  const send = async () => {
    socket.write(head);
    for (const part of body)
      if (!socket.write(part)) await Promise.race([once(socket, "drain"), failed]);
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString();
      if (text.endsWith("}") && text.split("\r\n\r\n").length > responses) socket.end();
    });
    socket.resume();
    await Promise.race([once(socket, "close"), failed]);
    return text;
  };
  return send().finally(() => socket.destroy());
}

const parts = Array.from({ length: FIVE_MB / 65_536 }, () => Buffer.alloc(65_536, 0x20));
const chunks = parts.flatMap((part) => [Buffer.from("10000\r\n"), part, Buffer.from("\r\n")]);
const headOf = (first: string, ...fields: string[]) =>
  [first, "Host: www.example.org", ...fields, "", ""].join("\r\n");
const JSON_TYPE = "Content-Type: application/json";
const LENGTH = `Content-Length: ${FIVE_MB}`;

t.test("a body of 5 MB gets its problem, however it is sent", async (t) => {
  const post = "POST /bff/contact HTTP/1.1";
  for (const [name, head, body, status] of [
    ["a length", headOf(post, JSON_TYPE, LENGTH), parts, 413],
    ["to be closed", headOf(post, JSON_TYPE, LENGTH, "Connection: close"), parts, 413],
    ["HTTP/1.0", headOf("POST /bff/contact HTTP/1.0", JSON_TYPE, LENGTH), parts, 413],
    [
      "chunks",
      headOf(post, JSON_TYPE, "Transfer-Encoding: chunked"),
      [...chunks, Buffer.from("0\r\n\r\n")],
      413,
    ],
    [
      "another type",
      headOf(post, "Content-Type: text/csv", LENGTH, "Connection: close"),
      parts,
      415,
    ],
    [
      "another method",
      headOf("POST /bff/news HTTP/1.1", JSON_TYPE, LENGTH, "Connection: close"),
      parts,
      405,
    ],
    [
      "another site, and type",
      headOf(
        post,
        "Content-Type: text/csv",
        LENGTH,
        "Connection: close",
        "Origin: https://a.example",
      ),
      parts,
      403,
    ],
  ] as const) {
    const text = await sendAllThenRead(head, [...body]);
    t.match(text, new RegExp(`^HTTP/1.1 ${status} `), name);
    const problem = JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4));
    t.equal(problem.status, status, name);
    t.equal(problem.detail, problem.message);
  }
});

t.test("the refusal names the limit, the types that are taken, and what is wrong", async (t) => {
  for (const [type, body, detail] of [
    ["application/json", " ".repeat(40_000), "The limit is 32768 bytes."],
    ["text/csv", "a,b", "Send application/json, in UTF-8, not compressed."],
    ["application/json", '{"name":"Asha",}', /not JSON\.$/],
    ["application/json", "[]", /must be a JSON object\.$/],
  ] as const) {
    const sent = { method: "POST", headers: { "content-type": type }, body };
    t.match((await (await fetch(`${site.url}/bff/contact`, sent)).json()).detail, detail);
  }
});

t.test("the connection goes on after a body that was refused", async (t) => {
  const head = headOf("POST /bff/contact HTTP/1.1", JSON_TYPE, LENGTH);
  const next = headOf("GET /bff/none HTTP/1.1", "Connection: close");
  const text = await sendAllThenRead(head, [...parts, Buffer.from(next)], 2);
  t.match(text, /^HTTP\/1\.1 413 [\s\S]*HTTP\/1\.1 404 /);
});
