import { readFileSync } from "node:fs";
import { posix } from "node:path";
import t from "tap";
import { importsOf, sourceFiles } from "./source-files.ts";

const files = sourceFiles("server", "client", "shared");

/** Returns the folder of a file; a file directly in `server/`, `client/` or `shared/` stands for itself. */
const nodeOf = (file: string): string =>
  file.split("/").length === 2 ? file : posix.dirname(file);

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

function graphOf(arrows: readonly (readonly [string, string])[]): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of arrows) {
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets.add(to));
  }
  return graph;
}

const imports = files.flatMap((from) =>
  importsOf(from, { areTypesLeftOut: true })
    .filter((to) => files.includes(to))
    .map((to) => [from, to] as const),
);

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

/** Reads the chains of ARCHITECTURE.md: each link of a chain may import every later one, and `a, b` stands for both. */
function readOrder(): Graph {
  const [, block = ""] =
    /^## The order of imports$[\s\S]*?^```\n([\s\S]*?)^```/m.exec(
      readFileSync("ARCHITECTURE.md", "utf8"),
    ) ?? [];
  const chains = block
    .replaceAll(/\n +(?=>)/g, " ")
    .trim()
    .split("\n")
    .map((line) => line.split(">").map((link) => link.split(",").map((name) => name.trim())));
  const arrows = chains.flatMap((links) =>
    links
      .slice(1)
      .flatMap((link, index) =>
        (links[index] ?? []).flatMap((from) => link.map((to) => [from, to] as const)),
      ),
  );
  return graphOf(arrows);
}

const order = readOrder();
const named = [...new Set([...order.keys(), ...[...order.values()].flatMap((to) => [...to])])];

/** Returns the longest name in the order that contains a file. */
const placeOf = (file: string): string | undefined =>
  named
    .filter((name) => file === name || file.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length)[0];

/** Tells whether the order leads from one place down to another. */
function leadsTo(from: string, to: string, seen = new Set<string>()): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return [...(order.get(from) ?? [])].some((next) => leadsTo(next, to, seen));
}

const isShared = (file: string) => file.startsWith("shared/");
/** Tells whether an import needs no order: every file may import `shared`, and files in `shared` those directly in it. */
const isFree = (from: string, to: string) => isShared(to) && (!isShared(from) || nodeOf(to) === to);

t.test("imports between folders form no cycle", async (t) => {
  const arrows = imports.map(([from, to]) => [nodeOf(from), nodeOf(to)] as const);
  t.same(findCycle(graphOf(arrows.filter(([from, to]) => from !== to))), []);
});

t.test("imports between files form no cycle", async (t) => {
  t.same(findCycle(graphOf(imports)), []);
});

t.test("imports follow the order that ARCHITECTURE.md lists", async (t) => {
  t.same(findCycle(order), [], "the order has no cycle");
  t.same(
    files.filter((file) => !isShared(file) && placeOf(file) === undefined),
    [],
    "every file has a place in the order",
  );
  const against = imports
    .filter(([from, to]) => !isFree(from, to))
    .filter(([from, to]) => !leadsTo(placeOf(from) ?? "", placeOf(to) ?? ""))
    .map(([from, to]) => `${from} -> ${to}`);
  t.same(against, []);
});
