import { readFileSync } from "node:fs";
import { posix } from "node:path";
import t from "tap";
import { importsOf, sourceFiles } from "./source-files.ts";

const files = sourceFiles("server", "client", "shared");

/** Returns the folder of a file; a file directly in `server/`, `client/` or `shared/` stands for itself. */
const folderOf = (file: string): string =>
  file.split("/").length === 2 ? file : posix.dirname(file);

type Arrow = readonly [from: string, to: string];
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

function graphOf(arrows: readonly Arrow[]): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of arrows) {
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets.add(to));
  }
  return graph;
}

const arrowsOf = (areTypesLeftOut: boolean): Arrow[] =>
  files.flatMap((from) =>
    importsOf(from, { areTypesLeftOut })
      .filter((to) => files.includes(to))
      .map((to) => [from, to] as const),
  );
const imports = arrowsOf(false);

/** Returns the first path from a node back to itself, or an empty list. */
function findCycle(graph: Graph): string[] {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): string[] => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return [];
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...path, node]);
      if (cycle.length > 0) return cycle;
    }
    done.add(node);
    return [];
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

/** Reads the table of ARCHITECTURE.md: the layers from top to bottom, each with the folders and files in it. */
function readLayers(): string[][] {
  const [, section = ""] =
    /^## The order of imports$([\s\S]*?)^## /m.exec(readFileSync("ARCHITECTURE.md", "utf8")) ?? [];
  const rows = section.split("\n").filter((line) => line.startsWith("| ") && line.includes("`"));
  return rows.map((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
}

const layers = readLayers();
const names = layers.flat();

/** Returns the layer of a file, as a number from the top: that of the longest name that contains the file. */
function layerOf(file: string): number {
  const [name = ""] = names
    .filter((name) => file === name || file.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length);
  return layers.findIndex((layer) => layer.includes(name));
}

t.test("imports between folders form no cycle when the program runs", async (t) => {
  const arrows = arrowsOf(true).map(([from, to]) => [folderOf(from), folderOf(to)] as const);
  t.same(findCycle(graphOf(arrows.filter(([from, to]) => from !== to))), []);
});

t.test("no file imports itself in a circle, types included", async (t) => {
  t.same(findCycle(graphOf(imports)), []);
});

t.test(
  "a file imports from its own layer and those below, as ARCHITECTURE.md lists them",
  async (t) => {
    t.equal(new Set(names).size, names.length, "every name is in one layer");
    t.same(
      files.filter((file) => layerOf(file) < 0),
      [],
      "every file is in a layer",
    );
    const against = imports
      .filter(([from, to]) => layerOf(from) > layerOf(to))
      .map(([from, to]) => `${from} -> ${to}`);
    t.same(against, []);
  },
);
