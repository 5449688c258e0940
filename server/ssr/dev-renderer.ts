import middie from "@fastify/middie";
import type { FastifyInstance } from "fastify";
import type { ViteDevServer } from "vite";
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
  let resolveVite: (server: ViteDevServer | Promise<ViteDevServer>) => void;
  const vite = new Promise<ViteDevServer>((resolve) => {
    resolveVite = resolve;
  });
  let isStarted = false;
  const load = async (file: string) => (await vite).ssrLoadModule(file);
  const fresh = async () => {
    const entry = await load("/client/entry-server.tsx");
    const create: CreatePageRenderer<NodeJS.WritableStream> = entry.createPageRenderer;
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
    stories: async () => (await load("/client/entry-stories.ts")).stories(),
    assetsDir: null,
    async attach(app: FastifyInstance) {
      // Vite takes longer to load than the server, whose own edits show before it is there.
      app.addHook("onListen", () => {
        isStarted = true;
        const hmr = { server: app.server };
        const server = { middlewareMode: true, hmr } as const;
        resolveVite(
          import("vite").then(({ createServer }) => createServer({ appType: "custom", server })),
        );
      });
      await app.register(middie);
      app.use((request, response, next) => {
        if (/^\/(?:bff|health)\//.test(request.url ?? "")) next();
        else vite.then(({ middlewares }) => middlewares(request, response, next), next);
      });
      // Hot reload injects styles and inline modules, which the CSP forbids.
      app.addHook("onSend", async (_request, reply) => {
        reply.removeHeader("content-security-policy");
      });
    },
    close: async () => {
      if (isStarted) await (await vite).close();
    },
  };
}
