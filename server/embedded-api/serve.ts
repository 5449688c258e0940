import { resolve } from "node:path";
import closeWithGrace from "close-with-grace";
import pino from "pino";
import { z } from "zod";
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

async function serve(): Promise<void> {
  const given = Object.entries(process.env).filter(([, value]) => value !== "");
  const settings = settingsSchema.safeParse(Object.fromEntries(given));
  if (!settings.success) {
    const problems = settings.error.issues.map(({ path, message }) => `${path} ${message}`);
    return fail(problems.join("; "));
  }
  const { HOST: host, CONTENT_API_PORT: port, DATA_DIR, DATABASE_URL: databaseUrl } = settings.data;
  const dataDir = resolve(DATA_DIR);
  // Standard output holds the one line with the URL; errors go to standard error.
  const logger = pino({ level: "warn" }, pino.destination(2));
  try {
    const api = await startEmbeddedApi({ dataDir, databaseUrl, host, port, logger });
    closeWithGrace({ delay: CLOSE_WITHIN_MS, logger }, () => api.close());
    process.stdout.write(`Content API: ${api.url} (data in ${dataDir})\n`);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

function fail(reason: string): void {
  process.stderr.write(`The content API cannot start: ${reason}\n`);
  process.exitCode = 1;
}

if (process.argv.includes("--help")) process.stdout.write(USAGE);
else await serve();
