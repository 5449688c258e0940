import { join } from "node:path";
import { compileLanguages, contentErrors } from "../content/check-content.ts";
import { ContentFiles } from "../content/content-files.ts";
import { routesInSources } from "../content/routes-in-sources.ts";
import { wordsFile } from "../content/source.ts";
import { awaitingNativeReader } from "../content/translations.ts";
import { CommandError, readArgs, runProgram } from "./program.ts";

const HELP = `npm run content:check -- [--placeholders] [--untranslated] [folder]
Checks the texts and facts of content/ as the build does.
  --placeholders  lists what is marked as a placeholder
  --untranslated  lists what has no Kiswahili, and what no native reader has read
Ends with 0 when all is well, 1 after mistakes.
`;

async function check(): Promise<string> {
  const { values, positionals } = readArgs({
    options: { placeholders: { type: "boolean" }, untranslated: { type: "boolean" } },
    allowPositionals: true,
  });
  const dir = positionals[0] ?? join(import.meta.dirname, "../../content");
  const files = new ContentFiles(dir);
  const routes = routesInSources();
  const errors = await contentErrors(files, routes);
  if (errors.length > 0) {
    const count = errors.length === 1 ? "1 error" : `${errors.length} errors`;
    throw new CommandError(`${errors.join("\n")}\n\n${count} to fix.`);
  }
  const { english, others } = compileLanguages(files, routes);
  const placeholders = english.placeholders.map(({ file, entry, field }) =>
    [`content/${file}`, entry, field].filter(Boolean).join(": "),
  );
  const untranslated = [
    ...others.flatMap(({ sources, language }) =>
      [...sources.values()]
        .filter((source) => source.language !== language)
        .map(({ name }) => `content/${wordsFile(name, "en")}: is in English alone`),
    ),
    ...awaitingNativeReader(files).map((name) => `content/${name}: awaits a native reader`),
  ];
  const left = `${placeholders.length} placeholders (--placeholders), ${untranslated.length} texts to translate or read (--untranslated)`;
  const listed = Object.entries({ placeholders, untranslated }).filter(([name]) => name in values);
  return `${[...listed.flatMap(([, lines]) => lines), `No errors. Left: ${left}.`].join("\n")}\n`;
}

await runProgram(HELP, 1, check);
