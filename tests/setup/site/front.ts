import { createServer, type IncomingMessage, request as sendRequest } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Test } from "tap";
import { listen } from "../listen.ts";

interface Hold {
  /** The last text that is passed on at once. */
  after: string;
  released: Promise<void>;
}

/** Passes on a page up to and including the text `after`, and the rest once `released` resolves. */
async function* inTwoParts(incoming: IncomingMessage, { after, released }: Hold) {
  let start = "";
  for await (const text of incoming.setEncoding("utf8")) {
    if (start.includes(after)) {
      yield text;
      continue;
    }
    const sent = start.length;
    start += text;
    const at = start.indexOf(after);
    const end = at < 0 ? start.length : at + after.length;
    yield start.slice(sent, end);
    if (at < 0) continue;
    await released;
    yield start.slice(end);
  }
}

/** Starts a single address in front of a site that changes: a new release, another instance, a slow network. */
export async function startFront(t: Test) {
  let target = "";
  let hold: Hold | null = null;
  const server = createServer((request, response) => {
    const { method = "GET", url } = request;
    const headers = hold ? { ...request.headers, "accept-encoding": "identity" } : request.headers;
    const onward = sendRequest(`${target}${url}`, { method, headers }, (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.rawHeaders);
      const isHtml = incoming.headers["content-type"]?.startsWith("text/html");
      if (hold && isHtml)
        pipeline(inTwoParts(incoming, hold), response).catch(() => response.destroy());
      else incoming.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  const { url, close } = await listen(server);
  t.teardown(close);
  return {
    url,
    leadTo: (siteUrl: string) => {
      target = siteUrl;
    },
    /** From now on holds pages after this text, by default the end of the shell, until the returned function is called. */
    holdPages: (after = "</footer>") => {
      const { promise, resolve } = Promise.withResolvers<void>();
      hold = { after, released: promise };
      return resolve;
    },
  };
}
