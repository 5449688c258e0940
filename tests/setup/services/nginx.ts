import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { delimiter, join } from "node:path";

const KNOWN_PLACES = ["/usr/sbin", "/usr/local/sbin", "/usr/bin", "/opt/homebrew/bin"];

/** Returns the path of nginx on this machine; null when it is missing. `NGINX_PATH` takes precedence. */
export function findNginx(): string | null {
  const named = process.env.NGINX_PATH;
  if (named) return existsSync(named) ? named : null;
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...KNOWN_PLACES];
  return folders.map((folder) => join(folder, "nginx")).find(existsSync) ?? null;
}

/** Starts nginx with the configuration of compose.yaml, its paths and URLs replaced by those of this machine. */
export async function startProxy(
  program: string,
  { dir, sites }: { dir: string; sites: readonly [string, string] },
): Promise<{ url: string; end: () => Promise<void> }> {
  // nginx cannot choose a free port itself, so it inherits a listening one, as it does during an upgrade.
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle;
  const [one, two] = sites.map((url) => new URL(url).host);
  const config = readFileSync("server/ops/proxy/nginx.conf", "utf8")
    .replace("site-1:3000", `${one}`)
    .replace("site-2:3000", `${two}`)
    .replace("listen 8080", `listen 127.0.0.1:${port}`)
    .replaceAll(/\/var\/cache\/nginx|\/tmp(?=\/)/g, dir);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "nginx.conf"), `daemon off;\n${config}`);
  const child = spawn(program, ["-c", join(dir, "nginx.conf"), "-p", dir, "-e", "stderr"], {
    env: { ...process.env, NGINX: "3;" },
    stdio: ["ignore", "ignore", "ignore", fd],
  });
  server.close();
  const url = `http://127.0.0.1:${port}`;
  // Until nginx accepts them, connections wait in the port's queue.
  const over = once(child, "exit");
  const [code] = await Promise.race([over, fetch(`${url}/proxy/live`).then(() => [])]);
  if (code !== undefined) throw new Error(`nginx ended with ${code}`);
  return {
    url,
    end: async () => {
      child.kill("SIGTERM");
      await over;
    },
  };
}
