import type { FastifyInstance } from "fastify";
import type { Story } from "../../shared/contract/story.ts";
import type { Renderer } from "./render-page.ts";

/** What the server loads of the client: built by Vite once, or served by Vite in development. */
export interface ClientSide {
  renderer: Renderer;
  /** Every post of the blog with its text. */
  stories: () => Promise<readonly Story[]>;
  /** The folder of built browser files; null when Vite serves them. */
  assetsDir: string | null;
  /** Called once, before the application listens. */
  attach: (app: FastifyInstance) => Promise<void>;
  close: () => Promise<void>;
}
