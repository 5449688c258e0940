import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DATA_SAVER } from "../../shared/contract/data-saver.ts";
import { cachePolicy, isFromOurPages } from "../http/headers.ts";
import { postedForm, takeFormsOnly } from "../http/request-bodies.ts";

const YEAR_SECONDS = 31_536_000;

const CHOICE = new RegExp(`(?:^|;)\\s*${DATA_SAVER.cookie}=([01])\\s*(?:;|$)`);

/** Returns true when the browser itself asks to save data (Save Data API, section 5). */
const asksToSaveData = ({ "save-data": given }: IncomingHttpHeaders): boolean =>
  given !== undefined && String(given).trim().toLowerCase() === "on";

/** Returns true for a page without scripts, fonts and pictures. The visitor's own choice overrides the browser's setting. */
export function savesData(headers: IncomingHttpHeaders): boolean {
  const choice = CHOICE.exec(headers.cookie ?? "")?.[1];
  return choice === undefined ? asksToSaveData(headers) : choice === "1";
}

/** Returns the path of the page the visitor came from; never `//host` or `/\\host`, which browsers read as another site. */
function pageBefore({ headers }: FastifyRequest): string {
  const { protocol = "", pathname = "", search } = URL.parse(headers.referer ?? "") ?? {};
  if (!/^https?:$/.test(protocol) || /^\/[/\\]/.test(pathname)) return "/";
  return pathname === DATA_SAVER.path ? "/" : pathname + search;
}

/** Returns the cookie of a choice. A choice equal to the browser's setting deletes the cookie, so that caches see no difference. */
function cookieOf(saves: boolean, request: FastifyRequest, isSecure: boolean): string {
  const isDefault = saves === asksToSaveData(request.headers);
  const value = isDefault ? "" : Number(saves);
  const age = isDefault ? 0 : YEAR_SECONDS;
  const secure = isSecure ? "; Secure" : "";
  return `${DATA_SAVER.cookie}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`;
}

/** Adds the data saver's switch, which the footer of every page posts. The switch sets the only cookie that visitors get. */
export async function dataSaverRoutes(app: FastifyInstance): Promise<void> {
  takeFormsOnly(app);
  const { PUBLIC_ORIGIN } = app.config;
  const isSecure = PUBLIC_ORIGIN.startsWith("https:");

  // A GET is a reload or a bookmark: this path has no page.
  app.get(DATA_SAVER.path, (_request, reply) =>
    reply.header("cache-control", cachePolicy.error).redirect("/"),
  );
  app.post(DATA_SAVER.path, { bodyLimit: 100 }, (request, reply) => {
    if (!isFromOurPages(request, PUBLIC_ORIGIN)) return app.pages.renderError(reply, 403);
    const mode = postedForm(request).get(DATA_SAVER.field);
    if (mode !== "on" && mode !== "off") return app.pages.renderError(reply, 422);
    reply.header("set-cookie", cookieOf(mode === "on", request, isSecure));
    reply.header("cache-control", cachePolicy.error);
    return reply.redirect(pageBefore(request), 303);
  });
}
