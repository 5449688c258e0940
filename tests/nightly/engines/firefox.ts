import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Engine, PHONE } from "./engine.ts";

type Params = Record<string, unknown>;

/** Opens a WebDriver BiDi connection: https://www.w3.org/TR/webdriver-bidi/. */
async function connect(url: string) {
  const socket = new WebSocket(url);
  await once(socket, "open");
  const waiting = new Map<number, (message: { result?: Params; error?: string }) => void>();
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data));
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  let last = 0;
  return async (method: string, params: Params): Promise<Params> => {
    last += 1;
    const id = last;
    const response = new Promise<{ result?: Params; error?: string }>((resolve) => {
      waiting.set(id, resolve);
    });
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error } = await response;
    if (!result) throw new Error(`${method}: ${error}`);
    return result;
  };
}

/** Opens Debian's Firefox without a display. */
export async function openFirefox(program: string): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), "firefox-"));
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"];
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
      if (found) resolve(`${found}/session`);
    });
    child.once("exit", (code) => reject(new Error(`Firefox ended with ${code}`)));
  });
  const send = await connect(url);
  const { capabilities } = await send("session.new", { capabilities: {} });
  const { context } = await send("browsingContext.create", { type: "tab" });
  await send("browsingContext.setViewport", { context, viewport: PHONE });
  return {
    name: `Firefox ${(capabilities as { browserVersion: string }).browserVersion}`,
    open: async (page) =>
      void (await send("browsingContext.navigate", { context, url: page, wait: "complete" })),
    evaluate: async (expression) => {
      const { result, exceptionDetails } = await send("script.evaluate", {
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value) ?? "null")`,
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return JSON.parse((result as { value: string }).value);
    },
    screenshot: async () => {
      const { data } = await send("browsingContext.captureScreenshot", { context });
      return Buffer.from(String(data), "base64");
    },
    close: async () => {
      child.removeAllListeners("exit");
      const over = once(child, "exit");
      child.kill();
      await over;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
