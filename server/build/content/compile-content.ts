import type { Language } from "../../../shared/languages.ts";
import { type Ledger, readLedger } from "./claims-ledger.ts";
import { type CompiledEntry, compileEntry } from "./compile-entry.ts";
import { ContentError, type ContentValidationError, validate } from "./content-error.ts";
import {
  dataFiles,
  encodingErrors,
  entryFolders,
  fileIn,
  readDataFile,
  readEntryFolder,
} from "./content-source.ts";
import { crossCheck } from "./cross-check.ts";
import { withLines } from "./error-lines.ts";
import { collectMediaFiles } from "./media-files.ts";
import { resolveClaims } from "./resolve-claims.ts";
import { dataSchemas, isDataFile } from "./schemas/data-schemas.ts";
import type { EntryFolder } from "./schemas/entries.schema.ts";
import { typedFigures } from "./typed-figures.ts";
import { findPlaceholders, type Placeholder } from "./walk-content.ts";

/** The compiled content with its validation errors. Keys of claims.json are replaced by their figures. */
export interface ContentReport {
  data: ReadonlyMap<string, unknown>;
  entries: Readonly<Record<EntryFolder, readonly CompiledEntry[]>>;
  validationErrors: readonly ContentValidationError[];
  placeholders: readonly Placeholder[];
}

/** Reads and validates all files of a language; validation errors are collected, not thrown. */
export function compileContent(contentDir: string, language: Language = "en"): ContentReport {
  const validationErrors: ContentValidationError[] = [];
  const placeholders: Placeholder[] = [];
  const collectPlaceholders = (value: unknown, file: string) => {
    const found = findPlaceholders(value, file);
    placeholders.push(...found.placeholders);
    validationErrors.push(...found.validationErrors);
  };

  const ledger = readLedger(contentDir, language);
  const data = new Map<string, unknown>();
  for (const file of dataFiles) {
    const read = fileIn(contentDir, file, language);
    const source = readDataFile(contentDir, read);
    const isRead = source.validationErrors.length === 0;
    const checked = isRead ? checkData(source.value, { file, read, ledger }) : source;
    validationErrors.push(...checked.validationErrors);
    if (checked.validationErrors.length > 0) continue;
    data.set(file, checked.value);
    collectPlaceholders(source.value, read);
  }

  const entries: Record<EntryFolder, CompiledEntry[]> = {
    announcements: [],
    blog: [],
    pages: [],
    programmes: [],
    projects: [],
  };
  for (const folder of entryFolders) {
    for (const source of readEntryFolder(contentDir, folder, language)) {
      const compiled = compileEntry(source, contentDir, language);
      validationErrors.push(...compiled.validationErrors);
      if (compiled.entry === null) continue;
      entries[folder].push(compiled.entry);
      collectPlaceholders(compiled.entry.fields, compiled.entry.file);
    }
  }

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

/** Validates the value of a data file, `read` from its twin or itself, then puts the figures in place of their keys. */
function checkData(
  value: unknown,
  { file, read, ledger }: { file: string; read: string; ledger: Ledger | null },
): { value: unknown; validationErrors: ContentValidationError[] } {
  if (!isDataFile(file)) return { value, validationErrors: [] };
  const { validationErrors } = validate(dataSchemas[file], value, read);
  validationErrors.push(...typedFigures(value, read));
  if (ledger === null || validationErrors.length > 0) return { value, validationErrors };
  const resolved = resolveClaims(value, ledger);
  return {
    value: resolved.value,
    validationErrors: resolved.problems.map((problem) => ({ file: read, ...problem })),
  };
}

/** Validates and resolves one data file as a language has it. @throws ContentError naming each field */
export function compileData(file: string, contentDir: string, language: Language): unknown {
  const read = fileIn(contentDir, file, language);
  const source = readDataFile(contentDir, read);
  const ledger = readLedger(contentDir, language);
  const isRead = source.validationErrors.length === 0;
  const checked = isRead ? checkData(source.value, { file, read, ledger }) : source;
  if (checked.validationErrors.length > 0) throw new ContentError(checked.validationErrors);
  return checked.value;
}
