import type { FastifyInstance } from "fastify";
import type { FeedContent } from "../../shared/contract/page-renderer.ts";
import type { Language } from "../../shared/languages.ts";
import type { Renderer } from "./render-page.ts";

/** What the server loads of the client: built by Vite once, or served by Vite in development. */
export interface ClientSide {
  renderer: Renderer;
  /** For feeds and calendars. */
  feedContent: (language: Language) => Promise<FeedContent>;
  /** The folder of built browser files; null when Vite serves them. */
  assetsDir: string | null;
  /** Called once, before the application listens. */
  attach: (app: FastifyInstance) => Promise<void>;
  close: () => Promise<void>;
}
