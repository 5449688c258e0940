import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const FOLDERS = ["server", "client", "shared", "content", "tests"];
const FILES = ["package.json", "tsconfig.json", "vite.config.ts"];

export interface ScratchTree {
  root: string;
  read: (file: string) => string;
  write: (file: string, text: string) => void;
  /** Inserts `text` after a line of a file; throws unless the file has that line exactly once. */
  addAfter: (file: string, line: string, text: string) => void;
  /** Runs a Node program in the tree; returns its output, and whether it exited with 0. */
  run: (...args: string[]) => { isWell: boolean; output: string };
  remove: () => void;
}

/** Copies the tree for editing, with the same packages. */
export function copyTree(): ScratchTree {
  const root = mkdtempSync(join(tmpdir(), "scratch-"));
  const filter = (path: string) => !path.includes("node_modules");
  for (const name of [...FOLDERS, ...FILES])
    cpSync(name, join(root, name), { recursive: true, filter });
  symlinkSync(resolve("node_modules"), join(root, "node_modules"));
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  const write = (file: string, text: string) => writeFileSync(join(root, file), text);
  return {
    root,
    read,
    write,
    addAfter: (file, line, text) => {
      const parts = read(file).split(`${line}\n`);
      if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} lines ${line}`);
      write(file, parts.join(`${line}\n${text}\n`));
    },
    run: (...args) => {
      // Without the test runner's loaders, under which the compiler cannot be loaded.
      const plain = ["-u", "NODE_OPTIONS", process.execPath, ...args];
      const { status, stdout, stderr } = spawnSync("env", plain, {
        cwd: root,
        encoding: "utf8",
      });
      return { isWell: status === 0, output: stdout + stderr };
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
