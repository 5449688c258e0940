import { type CompiledEntry, compileEntry } from "./compile-entry.ts";
import { ContentError, type ContentMistake, validate } from "./content-mistake.ts";
import {
  dataFiles,
  entryFolders,
  parseJson,
  readDataFile,
  readEntryFolder,
} from "./content-source.ts";
import { crossCheck } from "./cross-check.ts";
import { collectMediaFiles } from "./media-files.ts";
import { dataSchemas, isDataFile } from "./schemas/data-schemas.ts";
import type { EntryFolder } from "./schemas/entry-schemas.ts";
import { findPlaceholders, type Placeholder } from "./walk-content.ts";

/** The whole folder, read and judged. */
export interface ContentReport {
  data: ReadonlyMap<string, unknown>;
  entries: Readonly<Record<EntryFolder, readonly CompiledEntry[]>>;
  mistakes: readonly ContentMistake[];
  placeholders: readonly Placeholder[];
}

/** Reads and validates everything; mistakes are collected, not thrown. */
export function compileContent(contentDir: string): ContentReport {
  const mistakes: ContentMistake[] = [];
  const placeholders: Placeholder[] = [];
  const findMarks = (value: unknown, file: string) => {
    const found = findPlaceholders(value, file);
    placeholders.push(...found.placeholders);
    mistakes.push(...found.mistakes);
  };

  const data = new Map<string, unknown>();
  for (const file of dataFiles) {
    const source = readDataFile(contentDir, file);
    const checked = source.mistakes.length > 0 ? source : validateData(source.value, file);
    mistakes.push(...checked.mistakes);
    if (checked.mistakes.length > 0) continue;
    data.set(file, source.value);
    findMarks(source.value, file);
  }

  const entries: Record<EntryFolder, CompiledEntry[]> = {
    announcements: [],
    blog: [],
    pages: [],
    programmes: [],
    projects: [],
  };
  for (const folder of entryFolders) {
    for (const source of readEntryFolder(contentDir, folder)) {
      const compiled = compileEntry(source, contentDir);
      mistakes.push(...compiled.mistakes);
      if (compiled.entry === null) continue;
      entries[folder].push(compiled.entry);
      findMarks(compiled.entry.fields, compiled.entry.file);
    }
  }

  if (data.has("media-resources.json")) mistakes.push(...collectMediaFiles(contentDir).mistakes);
  mistakes.push(...crossCheck({ contentDir, data, entries }));
  return { data, entries, mistakes, placeholders };
}

function validateData(value: unknown, file: string): { mistakes: ContentMistake[] } {
  return isDataFile(file) ? validate(dataSchemas[file], value, file) : { mistakes: [] };
}

/** One data file from its text; throws a ContentError that names the field. */
export function compileData(text: string, file: string): unknown {
  const { value, mistakes } = parseJson(text, file);
  const all = mistakes.length > 0 ? mistakes : validateData(value, file).mistakes;
  if (all.length > 0) throw new ContentError(all);
  return value;
}
