import { type CompiledEntry, compileEntry } from "./compile-entry.ts";
import { ContentError, type ContentValidationError, validate } from "./content-error.ts";
import {
  dataFiles,
  encodingErrors,
  entryFolders,
  parseJson,
  readDataFile,
  readEntryFolder,
} from "./content-source.ts";
import { crossCheck } from "./cross-check.ts";
import { withLines } from "./error-lines.ts";
import { collectMediaFiles } from "./media-files.ts";
import { dataSchemas, isDataFile } from "./schemas/data/data-schemas.ts";
import type { EntryFolder } from "./schemas/entries/entry-schemas.ts";
import { findPlaceholders, type Placeholder } from "./walk-content.ts";

/** The compiled content with its validation errors. */
export interface ContentReport {
  data: ReadonlyMap<string, unknown>;
  entries: Readonly<Record<EntryFolder, readonly CompiledEntry[]>>;
  validationErrors: readonly ContentValidationError[];
  placeholders: readonly Placeholder[];
}

/** Reads and validates all files; validation errors are collected, not thrown. */
export function compileContent(contentDir: string): ContentReport {
  const validationErrors: ContentValidationError[] = [];
  const placeholders: Placeholder[] = [];
  const collectPlaceholders = (value: unknown, file: string) => {
    const found = findPlaceholders(value, file);
    placeholders.push(...found.placeholders);
    validationErrors.push(...found.validationErrors);
  };

  const data = new Map<string, unknown>();
  for (const file of dataFiles) {
    const source = readDataFile(contentDir, file);
    const checked = source.validationErrors.length > 0 ? source : validateData(source.value, file);
    validationErrors.push(...checked.validationErrors);
    if (checked.validationErrors.length > 0) continue;
    data.set(file, source.value);
    collectPlaceholders(source.value, file);
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
      validationErrors.push(...compiled.validationErrors);
      if (compiled.entry === null) continue;
      entries[folder].push(compiled.entry);
      collectPlaceholders(compiled.entry.fields, compiled.entry.file);
    }
  }

  if (data.has("media-resources.json"))
    validationErrors.push(...collectMediaFiles(contentDir).validationErrors);
  validationErrors.push(...crossCheck({ contentDir, data, entries }));
  validationErrors.push(...encodingErrors(contentDir));
  return {
    data,
    entries,
    validationErrors: withLines(validationErrors, contentDir),
    placeholders,
  };
}

function validateData(
  value: unknown,
  file: string,
): { validationErrors: ContentValidationError[] } {
  return isDataFile(file) ? validate(dataSchemas[file], value, file) : { validationErrors: [] };
}

/** Parses and validates one data file. @throws ContentError naming each field */
export function compileData(text: string, file: string): unknown {
  const { value, validationErrors } = parseJson(text, file);
  const all =
    validationErrors.length > 0 ? validationErrors : validateData(value, file).validationErrors;
  if (all.length > 0) throw new ContentError(all);
  return value;
}
