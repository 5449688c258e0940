import swagger from "@fastify/swagger";
import fp from "fastify-plugin";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { apiInfo } from "./api-info.ts";
import { completeDocument } from "./complete-document.ts";

/** Decorates the instance with `swagger()`, the OpenAPI document of the routes with a tag that are registered after it. */
export const openApiDocument = fp(
  async (app) => {
    const publicOrigin = app.config.PUBLIC_ORIGIN;
    await app.register(swagger, {
      openapi: {
        ...apiInfo,
        servers: [{ url: publicOrigin }],
        externalDocs: { url: `${publicOrigin}/developers`, description: "How it behaves" },
      },
      hideUntagged: true,
      transform: jsonSchemaTransform,
      transformObject: (made) => completeDocument(jsonSchemaTransformObject(made)),
    });
  },
  { name: "openapi-document" },
);
