import { basename } from "node:path";

/** Returns the file of a program that runs in a process or thread of its own: its bundle beside a built site, otherwise its source. */
export const programFile = (source: string): string =>
  import.meta.url.endsWith(".ts") ? source : `dist/site/${basename(source, ".ts")}.js`;
