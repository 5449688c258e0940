import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../bench/free-port.ts";
import { type Engine, PHONE } from "./engine.ts";

async function call(url: string, method: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new Error(JSON.stringify(value));
  return value;
}

async function untilReady(url: string, driver: ChildProcess): Promise<void> {
  while (driver.exitCode === null) {
    const isReady = await call(`${url}/status`, "GET").then(
      () => true,
      () => false,
    );
    if (isReady) return;
    await pause(100);
  }
  throw new Error(`the driver ended with ${driver.exitCode}`);
}

/** Opens a W3C WebDriver session with a driver that was started on `url`. */
async function openSession(
  name: string,
  url: string,
  capabilities: unknown,
  driver: ChildProcess,
): Promise<Engine> {
  await untilReady(url, driver);
  const created = (await call(`${url}/session`, "POST", {
    capabilities: { alwaysMatch: capabilities },
  })) as { sessionId: string };
  const session = `${url}/session/${created.sessionId}`;
  await call(`${session}/window/rect`, "POST", PHONE);
  return {
    name,
    open: async (page) => void (await call(`${session}/url`, "POST", { url: page })),
    evaluate: (expression) =>
      call(`${session}/execute/async`, "POST", {
        script: `const done = arguments[0]; Promise.resolve(${expression}).then(done, (error) => done("failed: " + error));`,
        args: [],
      }),
    screenshot: async () =>
      Buffer.from(String(await call(`${session}/screenshot`, "GET")), "base64"),
    close: async () => {
      await call(session, "DELETE").catch(() => {});
      if (driver.pid) process.kill(-driver.pid);
    },
  };
}

/** Opens WebKitGTK on a virtual display, with features switched off to resemble an older Safari. */
export async function openWebKit(program: string, withoutFeatures: readonly string[]) {
  const port = await freePort();
  const driver = spawn("xvfb-run", ["-a", "WebKitWebDriver", `--port=${port}`], {
    stdio: "ignore",
    // The driver has its own process group, so that the display ends with it.
    detached: true,
  });
  const features = withoutFeatures.map((feature) => `-${feature}`).join(",");
  const args = ["--automation", ...(features ? [`--features=${features}`] : [])];
  const capabilities = { "webkitgtk:browserOptions": { binary: program, args } };
  const name = `WebKitGTK ${features || "as it is"}`;
  try {
    return await openSession(name, `http://127.0.0.1:${port}`, capabilities, driver);
  } catch (error) {
    if (driver.pid) process.kill(-driver.pid);
    throw error;
  }
}
