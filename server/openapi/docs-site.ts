import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from "fastify";
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from "fastify-type-provider-zod";
import { cachePolicy } from "../http/cache/cache-control.ts";
import { sendProblem } from "../http/problems.ts";
import { apiInfo } from "./api-info.ts";
import { completeDocument } from "./complete-document.ts";
import type { DescribedRoute } from "./documented-routes.ts";
import { tryPage, tryPageCss } from "./try-it-page.ts";

export interface DocsOptions {
  routes: readonly DescribedRoute[];
  publicOrigin: string;
}

/** The one style attribute that the try-it page sets in markup, by its hash. */
const WIDTH_OF_LOGIN = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

/** The CSP of the try-it page: its files and responses of this site; icons are data URLs. */
const policyOf = (publicOrigin: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'unsafe-hashes' ${WIDTH_OF_LOGIN}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${publicOrigin}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** A file that is not there is a problem, as everything below `/bff` is. */
function addProblems(app: FastifyInstance): void {
  const sendNotFound = (reply: FastifyReply) =>
    sendProblem(reply, { status: 404, message: "There is no file of the documentation here." });
  app.setNotFoundHandler((_request, reply) => sendNotFound(reply));
  app.setErrorHandler(({ statusCode = 500 }: FastifyError, _request, reply) =>
    statusCode < 500
      ? sendNotFound(reply)
      : sendProblem(reply, { status: 500, message: "Something went wrong on our side." }),
  );
}

/**
 * The OpenAPI document and the page to try it on, as a Fastify instance that never listens: it knows the
 * site's routes by their schemas alone. Loaded at the first request, so that the start does not pay for it.
 */
export async function openDocsSite(options: DocsOptions): Promise<{
  app: FastifyInstance;
  /** The OpenAPI document as JSON. */
  document: Buffer;
}> {
  const { routes, publicOrigin } = options;
  // The id of the request that the site passed on.
  const app: FastifyInstance = Fastify({
    logger: false,
    requestIdHeader: "x-request-id",
    // A busy machine may take longer than the framework's ten seconds; there is nothing to wait for but itself.
    pluginTimeout: 0,
  });
  addProblems(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(swagger, {
    openapi: {
      ...apiInfo,
      servers: [{ url: publicOrigin }],
      externalDocs: { url: `${publicOrigin}/developers`, description: "How it behaves" },
    },
    transform: jsonSchemaTransform,
    transformObject: (made) => completeDocument(jsonSchemaTransformObject(made)),
  });
  await app.register(swaggerUi, {
    routePrefix: "/bff/docs",
    staticCSP: policyOf(publicOrigin),
    theme: { css: [{ filename: "try-page.css", content: tryPageCss }] },
    // Without the bar for another URL: this page is for one document.
    uiConfig: { layout: "BaseLayout", docExpansion: "list", tryItOutEnabled: true },
    uiHooks: {
      onRequest: (request, reply, next) => {
        reply.headers({ "cache-control": cachePolicy.plainAsset, "x-robots-tag": "noindex" });
        if (!/^\/bff\/docs\/?(?:\?|$)/.test(request.url)) return next();
        reply.type("text/html; charset=utf-8").send(tryPage);
      },
    },
  });
  for (const { method, url, schema } of routes)
    app.route({ method, url, schema, handler: async () => null });
  await app.ready();
  return { app, document: Buffer.from(JSON.stringify(app.swagger())) };
}
