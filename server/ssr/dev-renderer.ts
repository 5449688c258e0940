import middie from "@fastify/middie";
import type { FastifyInstance } from "fastify";
import { createServer, type ViteDevServer } from "vite";
import type { PageAssets } from "../../shared/contract/page-assets.ts";
import type { CreatePageRenderer } from "../../shared/contract/page-renderer.ts";
import type { ClientSide } from "./client-side.ts";

const assets: PageAssets = {
  entry: "/client/entry-dev.ts",
  modules: [],
  links: ["/client/styles/base.css"],
  stylesheets: null,
  stylesFolder: null,
  fonts: [],
};

/** The client from its sources, loaded for each request, with hot reload in the browser. */
export function createDevSide(): ClientSide {
  let vite: ViteDevServer | undefined;
  const fresh = async () => {
    const entry = await vite?.ssrLoadModule("/client/entry-server.tsx");
    const create: CreatePageRenderer<NodeJS.WritableStream> = entry?.createPageRenderer;
    return create(() => assets);
  };
  return {
    renderer: {
      // Only the built site has a site map.
      staticPaths: () => [],
      match: () => ({ route: "/*", key: null }),
      card: async (request) => (await fresh()).card(request),
      render: async (request) => (await fresh()).render(request),
      renderError: async (request, status) => (await fresh()).renderError(request, status),
    },
    stories: async () => (await vite?.ssrLoadModule("/client/entry-stories.ts"))?.stories() ?? [],
    assetsDir: null,
    async attach(app: FastifyInstance) {
      vite = await createServer({
        appType: "custom",
        server: { middlewareMode: true, hmr: { server: app.server } },
      });
      await app.register(middie);
      app.use(vite.middlewares);
      // Hot reload injects styles and inline modules, which the CSP forbids.
      app.addHook("onSend", async (_request, reply) => {
        reply.removeHeader("content-security-policy");
      });
    },
    close: async () => vite?.close(),
  };
}
