import type { FastifyReply, FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The files of the route have a hash in their names: nobody asks again for one, nor for a part. */
    areHashedFiles?: boolean;
  }
}

/** True for a file that has few headers (docs/decisions/0062): not for an error on its route. */
export const isHashedFile = ({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply) =>
  routeOptions.config.areHashedFiles === true && statusCode === 200;
