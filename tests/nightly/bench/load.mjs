// Loads a server from one process over raw sockets, with as little work per request as possible, so that only the server is measured.
// node load.mjs <port> <path> <seconds> <connections> [headers as JSON] [status]
// prints {"requests":n,"bytes":n,"p50":ms,"p99":ms,"bad":n}
import { connect } from "node:net";

const [port, path, seconds, connections, headers = "{}", status = "200"] = process.argv.slice(2);
const lines = Object.entries(JSON.parse(headers)).map(([name, value]) => `${name}: ${value}\r\n`);
const request = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join("")}\r\n`);
const endAt = performance.now() + Number(seconds) * 1_000;
const took = [];
let bytes = 0;
let bad = 0;
let open = 0;

function client() {
  const socket = connect(Number(port), "127.0.0.1");
  let awaited = -1;
  let head = "";
  let sentAt = 0;
  let isChunked = false;
  open += 1;
  const send = () => {
    sentAt = performance.now();
    socket.write(request);
  };
  socket.setNoDelay(true);
  socket.on("connect", send);
  socket.on("error", () => socket.destroy());
  socket.on("close", () => {
    open -= 1;
    if (open === 0) report();
  });
  socket.on("data", (chunk) => {
    bytes += chunk.length;
    let rest = chunk.length;
    if (awaited < 0) {
      head += chunk.latin1Slice(0, Math.min(chunk.length, 4_096));
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      if (!head.startsWith(`HTTP/1.1 ${status}`)) bad += 1;
      const length = /content-length: (\d+)/i.exec(head)?.[1];
      // Bare React sends no length, so its response ends with an empty chunk.
      isChunked = length === undefined && status === "200";
      awaited = isChunked ? 1 : Number(length ?? 0);
      rest = chunk.length - (end + 4);
      head = "";
    }
    if (isChunked)
      awaited = chunk.latin1Slice(Math.max(0, chunk.length - 5)) === "0\r\n\r\n" ? 0 : 1;
    else awaited -= rest;
    if (awaited > 0) return;
    awaited = -1;
    const now = performance.now();
    took.push(now - sentAt);
    if (now < endAt) send();
    else socket.end();
  });
}

function report() {
  took.sort((a, b) => a - b);
  const at = (share) => Math.round((took[Math.floor(took.length * share)] ?? 0) * 100) / 100;
  process.stdout.write(
    `${JSON.stringify({ requests: took.length, bytes, p50: at(0.5), p99: at(0.99), bad })}\n`,
  );
}

for (let index = 0; index < Number(connections); index += 1) client();
