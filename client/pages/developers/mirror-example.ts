/**
 * Returns the code of a program that keeps a copy of news and events. tests/app/bff/mirror-example.test.ts runs the code
 * exactly as the page shows it, against a source that lies and fails.
 */
export const mirrorOf = (
  origin: string,
) => `// Keeps news.json and events.json in this folder. Needs Node 22 and no package.
// Run it every ten minutes: node mirror.mjs
import { readFile, rename, writeFile } from "fs/promises";

/** Reads all pages since a token into the copy. Returns false when the token has expired. */
async function follow(list, copy) {
  const limit = 100;
  let next = \`/bff/\${list}?syncToken=\${copy.token}&limit=\${limit}\`;
  let token = null;
  while (next !== null) {
    const response = await fetch("${origin}" + next);
    if (response.status === 410) return false;
    if (!response.ok) throw new Error(\`\${list}: \${response.status}, next time more\`);
    const { data, meta, links } = await response.json();
    for (const { id } of meta.deleted) delete copy.items[id];
    for (const item of data) copy.items[item.id] = item;
    token = meta.syncToken;
    next = links.next;
  }
  // Without a token the site knows of no change since the last one: ask with that again.
  copy.token = token ?? copy.token;
  return true;
}

async function mirror(list) {
  const file = \`\${list}.json\`;
  const empty = () => ({ token: "start", items: {} });
  let copy = await readFile(file, "utf8").then(JSON.parse).catch(empty);
  if (!(await follow(list, copy))) {
    copy = empty();
    await follow(list, copy);
  }
  // The items and their token are one file, which is replaced whole: a crash loses nothing.
  await writeFile(\`\${file}.new\`, JSON.stringify(copy));
  await rename(\`\${file}.new\`, file);
}

for (const result of await Promise.allSettled(["news", "events"].map(mirror)))
  if (result.status === "rejected") console.error(result.reason.message);`;
