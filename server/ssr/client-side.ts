import type { FastifyInstance } from "fastify";
import type { Renderer } from "./render-page.ts";

/** The client as the server takes it: built by Vite once, or served by Vite while it is written. */
export interface ClientSide {
  renderer: Renderer;
  /** The folder of built browser files; null when Vite serves them. */
  assetsDir: string | null;
  /** Called once, before the application listens. */
  attach: (app: FastifyInstance) => Promise<void>;
  close: () => Promise<void>;
}
