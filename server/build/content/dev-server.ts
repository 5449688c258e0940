import { relative } from "node:path";
import type { ViteDevServer } from "vite";
import { contentErrors } from "./compile-content.ts";
import { type ContentValidationError, describeValidationError } from "./errors.ts";

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** In place of a page. It looks again by itself, so that it is gone soon after the file is saved. */
const errorPage = (errors: readonly ContentValidationError[]) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="1">
<title>Content to correct</title>
<style>body { font: 1rem/1.5 system-ui; margin: 2rem } pre { white-space: pre-wrap }</style>
<h1>Content to correct</h1>
${errors.map((error) => `<pre>${escaped(describeValidationError(error))}</pre>`).join("\n")}
<p>The page comes back when the file is saved without the mistake.</p>
</html>
`;

const isPage = (url: string) => !/^\/@|\.\w+$/.test(url.split("?")[0] ?? "");
/** What an English page has nothing of. */
const isTranslation = ({ file }: ContentValidationError) => /\.sw\.\w+$|^words\/sw\//.test(file);

/** Shows what is wrong with the content in place of each page, as long as it is. */
export function showErrors(server: ViteDevServer, contentDir: string): void {
  let errors: Promise<ContentValidationError[]> | null = null;
  const look = () => (errors ??= contentErrors(contentDir));
  server.watcher.on("all", async (_event, path) => {
    if (relative(contentDir, path).startsWith("..")) return;
    errors = null;
    if ((await look()).length > 0) server.ws.send({ type: "full-reload" });
  });
  server.middlewares.use(async (request, response, next) => {
    const { url = "" } = request;
    if (!isPage(url)) return next();
    const isEnglish = !/^\/sw(?:\/|$)/.test(url);
    const found = (await look()).filter((error) => !(isEnglish && isTranslation(error)));
    if (found.length === 0) return next();
    response.writeHead(500, { "content-type": "text/html", "cache-control": "no-store" });
    response.end(errorPage(found));
  });
}
