import swagger from "@fastify/swagger";
import fp from "fastify-plugin";
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from "fastify-type-provider-zod";
import { apiInfo } from "./api-info.ts";
import { completeDocument } from "./complete-document.ts";

/** Responses may gain fields: unknown ones are refused by strict objects alone, which only requests have. */
const zodToJsonConfig: NonNullable<
  Parameters<typeof createJsonSchemaTransform>[0]["zodToJsonConfig"]
> = {
  override: ({ zodSchema, jsonSchema }) => {
    const { def } = zodSchema._zod;
    if (def.type === "object" && !("catchall" in def)) delete jsonSchema.additionalProperties;
  },
};

const transformObject = createJsonSchemaTransformObject({ zodToJsonConfig });

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
      transform: createJsonSchemaTransform({ zodToJsonConfig }),
      transformObject: (made) => completeDocument(transformObject(made)),
    });
  },
  { name: "openapi-document" },
);
