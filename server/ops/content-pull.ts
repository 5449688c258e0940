import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readConfig } from "../config.ts";
import { ContentFiles } from "../content/content-files.ts";
import { asFiles, ContentEdits, digestOfTexts, textsInFiles } from "../content/edits.ts";
import { openStore } from "../store/store.ts";
import { CommandError, readArgs, runProgram } from "./program.ts";

const HELP = `npm run content:pull -- [--dry-run]
Writes what the office has published into the files of content/, for a commit.
  --dry-run  lists the files and writes nothing
Ends with 0 when all is well, 1 after a failure.
`;

async function pull(): Promise<string> {
  const { values } = readArgs({ options: { "dry-run": { type: "boolean" } } });
  const { CONTENT_DIR: dir, DATA_DIR, DATABASE_URL } = readConfig(process.env);
  const store = await openStore(DATA_DIR, DATABASE_URL);
  try {
    const fault = store.fault();
    if (fault !== null) throw new CommandError(`The store is down: ${fault.message}`);
    const files = new ContentFiles(dir);
    const published = await new ContentEdits(store.db, Date.now).published();
    const written: string[] = [];
    for (const row of published) {
      // A release may have changed the file meanwhile, which a person has to compare.
      const isBoth = row.basis !== digestOfTexts(textsInFiles(files, row.name));
      for (const [file, text] of asFiles([row])) {
        if ((files.read(file)?.toString() ?? null) === text) continue;
        written.push(
          isBoth ? `${file} (the file has changed too: compare before the commit)` : file,
        );
        if (values["dry-run"]) continue;
        if (text === null) {
          rmSync(join(dir, file));
          continue;
        }
        mkdirSync(dirname(join(dir, file)), { recursive: true });
        writeFileSync(join(dir, file), text);
      }
    }
    if (written.length === 0)
      return "Nothing to write: the files are as the office has published.\n";
    return `${written.join("\n")}\n`;
  } finally {
    await store.close();
  }
}

await runProgram(HELP, 1, pull);
