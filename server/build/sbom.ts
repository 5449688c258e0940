import { readFileSync } from "node:fs";

interface LockEntry {
  name?: string;
  version?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
}

/** What of a package the list of parts says (CycloneDX 1.6). */
export interface Part {
  type: "library";
  name: string;
  version: string;
  purl: string;
  scope: "required" | "optional";
  hashes: { alg: "SHA-512"; content: string }[];
  licenses: { expression: string }[];
}

function partOf(path: string, entry: LockEntry): Part {
  const name = entry.name ?? path.split("node_modules/").at(-1) ?? "";
  const version = entry.version ?? "";
  const hash = (entry.integrity ?? "").replace(/^sha512-/, "");
  return {
    ...{ type: "library", name, version },
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    scope: entry.optional ? "optional" : "required",
    hashes: [{ alg: "SHA-512", content: Buffer.from(hash, "base64").toString("hex") }],
    licenses: entry.license === undefined ? [] : [{ expression: entry.license }],
  };
}

/**
 * The parts that run in production, as the lock file has them. npm's own `sbom` leaves out what a tool
 * of development needs as well, and refuses trees in which two of those disagree.
 */
export function productionParts(lock: { packages: Record<string, LockEntry> }): Part[] {
  return Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional)
    .map(([path, entry]) => partOf(path, entry));
}

if (import.meta.main) {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const list = { bomFormat: "CycloneDX", specVersion: "1.6", version: 1 };
  const text = JSON.stringify({ ...list, components: productionParts(lock) }, null, 2);
  process.stdout.write(`${text}\n`);
}
