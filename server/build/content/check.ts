import { join } from "node:path";
import { parseArgs } from "node:util";
import { LANGUAGES } from "../../../shared/languages.ts";
import { compileContent, contentErrors } from "./compile-content.ts";
import { describeValidationError } from "./errors.ts";
import { awaitingNativeReader } from "./translations.ts";

const HELP = `npm run content:check -- [--placeholders] [--untranslated] [folder]
Checks the texts and facts of content/ as the build does.
  --placeholders  lists what is marked as a placeholder
  --untranslated  lists what has no Kiswahili, and what no native reader has read
`;

function placeholderLines(contentDir: string): string[] {
  return compileContent(contentDir).placeholders.map(({ file, entry, field }) =>
    [`content/${file}`, entry, field].filter(Boolean).join(": "),
  );
}

/** Entries that every language shows in English, and twins that no native reader has cleared. */
function untranslatedLines(contentDir: string): string[] {
  const english = LANGUAGES.filter((language) => language !== "en").flatMap((language) =>
    Object.entries(compileContent(contentDir, language).entries).flatMap(([folder, entries]) =>
      entries
        .filter((entry) => entry.language !== language)
        .map(({ slug }) => `content/${folder}/${slug}.md: is in English alone`),
    ),
  );
  const unread = awaitingNativeReader(contentDir);
  return [...english, ...unread.map((name) => `content/${name}: awaits a native reader`)];
}

/** What is printed, and whether all is well. */
async function check(): Promise<{ isWell: boolean; text: string }> {
  const { values, positionals } = parseArgs({
    options: {
      help: { type: "boolean" },
      placeholders: { type: "boolean" },
      untranslated: { type: "boolean" },
    },
    allowPositionals: true,
  });
  if (values.help) return { isWell: true, text: HELP };
  const contentDir = positionals[0] ?? join(import.meta.dirname, "../../../content");
  const errors = await contentErrors(contentDir);
  if (errors.length > 0) {
    const count = errors.length === 1 ? "1 error" : `${errors.length} errors`;
    const lines = [...errors.map(describeValidationError), "", `${count} to fix.`];
    return { isWell: false, text: `${lines.join("\n")}\n` };
  }
  const placeholders = placeholderLines(contentDir);
  const untranslated = untranslatedLines(contentDir);
  const listed = [
    ...(values.placeholders ? placeholders : []),
    ...(values.untranslated ? untranslated : []),
  ];
  const left = `${placeholders.length} placeholders (--placeholders), ${untranslated.length} texts to translate or read (--untranslated)`;
  return { isWell: true, text: `${[...listed, `No errors. Left: ${left}.`].join("\n")}\n` };
}

try {
  const { isWell, text } = await check();
  (isWell ? process.stdout : process.stderr).write(text);
  if (!isWell) process.exitCode = 1;
} catch (error) {
  // An option that there is not.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
  process.exitCode = 2;
}
