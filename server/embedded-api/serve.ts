import { resolve } from "node:path";
import closeWithGrace from "close-with-grace";
import pino from "pino";
import { z } from "zod";
import { CommandError, runProgram } from "../ops/program.ts";
import { startEmbeddedApi } from "./embedded-api.ts";

/** The settings of the content API when it runs alone. Empty counts as not set. */
const settingsSchema = z.object({
  HOST: z.string().default("127.0.0.1"),
  CONTENT_API_PORT: z
    .string()
    .default("4000")
    .transform(Number)
    .refine((port) => port >= 0 && port <= 65_535 && port % 1 === 0, "must be a port number"),
  DATA_DIR: z.string().default("./var"),
  DATABASE_URL: z.string().optional(),
});

const USAGE = `npm run content-api

Starts the content API that the site brings along, alone, until it is ended (Ctrl+C). It has no options but these settings:

  HOST, CONTENT_API_PORT    where it listens: 127.0.0.1 and 4000 unless set
  DATA_DIR, DATABASE_URL    where its content is: the folder ./var, or a PostgreSQL

Exit code 0: it was ended. 1: it could not start, and a line says why.
`;

const CLOSE_WITHIN_MS = 10_000;

await runProgram(USAGE, 1, async () => {
  const given = Object.entries(process.env).filter(([, value]) => value !== "");
  const { data, error } = settingsSchema.safeParse(Object.fromEntries(given));
  const problems = error?.issues.map(({ path, message }) => `${path} ${message}`).join("; ");
  if (!data) throw new CommandError(`The content API cannot start: ${problems}`);
  const { HOST: host, CONTENT_API_PORT: port, DATABASE_URL: databaseUrl } = data;
  const dataDir = resolve(data.DATA_DIR);
  // Standard output holds the one line with the URL; errors go to standard error.
  const logger = pino({ level: "warn" }, pino.destination(2));
  const api = await startEmbeddedApi({ dataDir, databaseUrl, host, port, logger }).catch(
    (cause: Error) => {
      throw new CommandError(`The content API cannot start: ${cause.message}`);
    },
  );
  closeWithGrace({ delay: CLOSE_WITHIN_MS, logger }, () => api.close());
  return `Content API: ${api.url} (data in ${dataDir})\n`;
});
