import { registerHooks } from "node:module";

/**
 * The TypeScript types of an OpenAPI document, as a consumer's own tool would make them. The generator
 * needs TypeScript's compiler API, which version 7 no longer has.
 */
export async function generateClient(document: object): Promise<string> {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === "typescript" ? "typescript-5" : specifier, context),
  });
  try {
    const { default: generate, astToString } = await import("openapi-typescript");
    const nodes = await generate(JSON.stringify(document));
    return `/* Made by npm run api:client of /bff/openapi.json: do not edit. */\n${astToString(nodes)}`;
  } finally {
    hooks.deregister();
  }
}
