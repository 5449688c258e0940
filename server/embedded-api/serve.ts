import { resolve } from "node:path";
import closeWithGrace from "close-with-grace";
import pino from "pino";
import { CommandError, runProgram } from "../ops/program.ts";
import { startEmbeddedApi } from "./embedded-api.ts";

const USAGE = `npm run content-api

Starts the built-in content API alone, until it is stopped (Ctrl+C). It has no options, only settings:

  HOST, CONTENT_API_PORT    the address to listen on, by default 127.0.0.1 and 4000
  DATA_DIR, DATABASE_URL    the store of the content: the folder ./var, or PostgreSQL

Exit code 0: stopped. 1: the start failed, with the reason on standard error.
`;

await runProgram(USAGE, 1, async () => {
  // An empty variable counts as not set.
  const { HOST, CONTENT_API_PORT, DATA_DIR, DATABASE_URL } = process.env;
  const dataDir = resolve(DATA_DIR || "var");
  const to = { host: HOST || "127.0.0.1", port: Number(CONTENT_API_PORT || 4000) };
  // Standard output holds the one line with the URL; errors go to standard error.
  const logger = pino({ level: "warn" }, pino.destination(2));
  const store = { dataDir, databaseUrl: DATABASE_URL || undefined };
  const api = await startEmbeddedApi({ ...store, ...to, logger }).catch((cause: Error) => {
    throw new CommandError(`The content API could not start: ${cause.message}`);
  });
  closeWithGrace({ delay: 10_000, logger }, () => api.close());
  return `Content API: ${api.url} (data in ${dataDir})\n`;
});
