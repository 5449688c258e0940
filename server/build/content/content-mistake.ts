import type * as z from "zod";

/** What an editor has to mend: the file below `content/`, the field in it, and what is wrong. */
export interface ContentMistake {
  file: string;
  field: string | null;
  problem: string;
}

/** Stops the build, and names every file and field it stops for. */
export class ContentError extends Error {
  readonly mistakes: readonly ContentMistake[];

  constructor(mistakes: readonly ContentMistake[]) {
    super(mistakes.map(describeMistake).join("\n"));
    this.name = "ContentError";
    this.mistakes = mistakes;
  }
}

export function describeMistake({ file, field, problem }: ContentMistake): string {
  return field === null
    ? `content/${file}: ${problem}`
    : `content/${file}: field "${field}": ${problem}`;
}

/** `heroSlides[0].primaryButton.link` */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "");
}

/** Reads a value with a schema; what does not fit is returned as mistakes of that file. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  file: string,
): { value: z.infer<Schema> | null; mistakes: ContentMistake[] } {
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data, mistakes: [] };
  return { value: null, mistakes: result.error.issues.flatMap((issue) => toMistakes(issue, file)) };
}

function toMistakes(issue: z.core.$ZodIssue, file: string): ContentMistake[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      file,
      field: fieldPath([...issue.path, key]),
      problem: "is not a known field",
    }));
  }
  const missing = issue.message.endsWith("received undefined");
  const problem = missing ? "is missing" : issue.message.replace(/^Invalid input: /, "");
  return [{ file, field: issue.path.length === 0 ? null : fieldPath(issue.path), problem }];
}
