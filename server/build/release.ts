import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };

// `npm run release`: packs the built site, which needs Node 24 and nothing else, with the list of its packages
// (https://cyclonedx.org), a statement of its origin (https://slsa.dev/spec/v1.0/provenance) and checksums, into dist/release.

const { name, version, license } = packageJson;
const TITLE = `site-${version}`;
const OUT = "dist/release";

/** The paths that a release has, beside `site.js`, `package.json` and the packages with native code. */
const PATHS = [
  "dist/client",
  "dist/server",
  "dist/site",
  "content",
  "server/embedded-api/media",
  "server/embedded-api/seed",
  "server/ops/alerts.yaml",
  "server/ops/dashboard.json",
  "server/ops/kubernetes",
  "server/ops/proxy",
  "server/ops/systemd",
  "server/require-node.mjs",
  // The check of the content reads the route table.
  "client/routes.tsx",
  // The font of the cards for link previews.
  "client/styles/fonts/montserrat-bold.ttf",
  "docs",
  ".env.example",
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "LICENSE",
  "README.md",
  "SECURITY.md",
];

/** The scripts of package.json that a release keeps, so that documents and messages name the same commands everywhere. */
const SCRIPTS = [
  "backup",
  "content-api",
  "content:check",
  "content:pull",
  "doctor",
  "gifts",
  "inbox",
  "move",
  "staff",
] as const;

interface SbomComponent {
  name: string;
  version: string;
}

interface Sbom {
  serialNumber?: string;
  metadata: { timestamp: string; component: { name: string; type: string } };
  components: (SbomComponent & { "bom-ref": string })[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const nameAndVersion = ({ name, version }: SbomComponent) => `${name}@${version}`;

const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });

const sha256 = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

/** Returns the folders of the packages that are not bundled: sharp, which has native code, and its own packages. */
function nativePackages(): string[] {
  const found = JSON.parse(run("npm", "query", "#sharp, #sharp *")) as { location: string }[];
  return [...new Set(found.map(({ location }) => location))].sort();
}

/** Returns the names and versions of the packages of which a release has code. */
function usedPackages(): Set<string> {
  const lists = globSync("dist/{client,site,server/*}/.vite/packages.*.json");
  const bundled = lists.flatMap((file) => JSON.parse(readFileSync(file, "utf8")) as string[]);
  const folders = [...bundled, ...nativePackages()];
  return new Set(
    folders.map((folder) =>
      nameAndVersion(JSON.parse(readFileSync(`${folder}/package.json`, "utf8"))),
    ),
  );
}

/** Returns the list of the packages of which a release has code, with their licences and checksums. */
function packageList(time: string): string {
  const args = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application"];
  const { serialNumber: _, ...sbom } = JSON.parse(run("npm", ...args)) as Sbom;
  sbom.metadata.timestamp = time;
  sbom.metadata.component.name = name;
  const used = usedPackages();
  sbom.components = sbom.components.filter((one) => used.has(nameAndVersion(one)));
  const refs = new Set(sbom.components.map((one) => one["bom-ref"]));
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => refs.has(ref) || ref === nameAndVersion(packageJson))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

/** Returns the statement that names the archive, the commit and the command that made the archive. */
function provenance(archive: string, commit: string, time: string): string {
  const statement = {
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ name: `${TITLE}.tar.gz`, digest: { sha256: sha256(archive) } }],
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: "npm ci && npm run release",
        externalParameters: { version },
        resolvedDependencies: [
          { uri: "git+commit", digest: { gitCommit: commit } },
          { uri: "file:package-lock.json", digest: { sha256: sha256("package-lock.json") } },
        ],
      },
      runDetails: {
        builder: { id: `node ${process.version} ${process.platform}-${process.arch}` },
        metadata: { startedOn: time },
      },
    },
  };
  return `${JSON.stringify(statement, null, 2)}\n`;
}

// An image is built without git, and from a clone that has no changes.
const { SOURCE_COMMIT = "", SOURCE_DATE_EPOCH = "0" } = process.env;
const hasGit = existsSync(".git");
const commit = hasGit ? run("git", "rev-parse", "HEAD").trim() : SOURCE_COMMIT;
const isChanged = hasGit && run("git", "status", "--porcelain") !== "";
const seconds = hasGit ? run("git", "log", "-1", "--format=%ct").trim() : SOURCE_DATE_EPOCH;
const time = new Date(Number(seconds) * 1_000).toISOString();

execFileSync("sh", ["server/build/build-when-needed.sh"], { stdio: "inherit" });
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const stage = mkdtempSync(join(tmpdir(), "release-"));
try {
  const root = join(stage, TITLE);
  for (const path of [...PATHS, ...nativePackages()])
    cpSync(path, join(root, path), { recursive: true, dereference: true });
  mkdirSync(dirname(join(root, "site.js")), { recursive: true });
  cpSync("server/build/release-start.js", join(root, "site.js"));
  const scripts = {
    start: "exec node --max-semi-space-size=8 site.js",
    ...Object.fromEntries(SCRIPTS.map((script) => [script, `node site.js ${script}`])),
  };
  const own = {
    name,
    version,
    license,
    private: true,
    type: "module",
    engines: { node: ">=24" },
    scripts,
  };
  writeFileSync(join(root, "package.json"), `${JSON.stringify(own, null, 2)}\n`);
  const packages = packageList(time);
  writeFileSync(join(root, "sbom.cdx.json"), packages);
  writeFileSync(join(OUT, `${TITLE}.cdx.json`), packages);
  const archive = join(OUT, `${TITLE}.tar.gz`);
  // The same commit gives the same bytes: names are sorted, and owner and time are fixed.
  const plain = [
    "--sort=name",
    `--mtime=@${seconds}`,
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "--mode=u=rwX,go=rX",
  ];
  run(
    "tar",
    "--create",
    "--use-compress-program=gzip -9n",
    `--file=${archive}`,
    ...plain,
    `--directory=${stage}`,
    TITLE,
  );
  writeFileSync(join(OUT, `${TITLE}.provenance.json`), provenance(archive, commit, time));
} finally {
  rmSync(stage, { recursive: true, force: true });
}
const files = [`${TITLE}.tar.gz`, `${TITLE}.cdx.json`, `${TITLE}.provenance.json`];
const sums = files.map((file) => `${sha256(join(OUT, file))}  ${file}\n`).join("");
writeFileSync(join(OUT, "SHA256SUMS"), sums);
process.stdout.write(`${OUT}/\n${sums}`);
if (isChanged)
  process.stderr.write("The tree has changes that no commit has: do not publish this.\n");
