/** Writes a page with every picture on light and on dark: node contact-sheet.ts <file> [part of a path] */
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../../content/images", import.meta.url));
const [target, wanted = ""] = process.argv.slice(2);
if (target === undefined) throw new Error("Say which file to write.");

const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".svg") && name.includes(wanted))
  .sort();

const cell = (name: string): string => {
  const file = join(root, name);
  const kilobytes = (statSync(file).size / 1000).toFixed(1);
  return `<figure><img src="${pathToFileURL(file).href}" alt=""><figcaption>${relative(root, file)} ${kilobytes} kB</figcaption></figure>`;
};
const sheet = (theme: string): string =>
  `<section class="${theme}">${files.map(cell).join("")}</section>`;

writeFileSync(
  target,
  `<!doctype html><meta charset="utf-8"><title>Pictures</title><style>
body{margin:0;font:11px sans-serif}section{display:grid;grid-template-columns:repeat(4,1fr);gap:8px;padding:8px}
figure{margin:0}img{width:100%;display:block;max-height:300px;object-fit:contain}
.light{background:#fbf6ec;color:#0b2a3a}.dark{background:#071c27;color:#fbf6ec}</style>
${sheet("light")}${sheet("dark")}`,
);
