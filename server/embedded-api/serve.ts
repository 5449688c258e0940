import { resolve } from "node:path";
import closeWithGrace from "close-with-grace";
import pino from "pino";
import { CommandError, runProgram } from "../ops/program.ts";
import { startEmbeddedApi } from "./embedded-api.ts";

const USAGE = `npm run content-api

Starts the content API that the site brings along, alone, until it is ended (Ctrl+C). It has no options but these settings:

  HOST, CONTENT_API_PORT    where it listens: 127.0.0.1 and 4000 unless set
  DATA_DIR, DATABASE_URL    where its content is: the folder ./var, or a PostgreSQL

Exit code 0: it was ended. 1: it could not start, and a line says why.
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
    throw new CommandError(`The content API cannot start: ${cause.message}`);
  });
  closeWithGrace({ delay: 10_000, logger }, () => api.close());
  return `Content API: ${api.url} (data in ${dataDir})\n`;
});
