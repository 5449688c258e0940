import { setTimeout as wait } from "node:timers/promises";
import t, { type Test } from "tap";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { newsExample } from "../fixtures/examples.ts";
import { startPostgres } from "../setup/services/postgres-server.ts";
import { startSite } from "../setup/site/site.ts";
import { startSiteProcess } from "../setup/site/site-process.ts";
import { storeItems } from "../setup/site/stored-items.ts";
import { testFolder } from "../setup/test-folder.ts";
import { copyTree, type ScratchTree } from "./scratch-tree.ts";

// Server README, "Add a field to news": three edits. The edited tree plays the next release, and this tree the release before it. Each
// must also cope with what the other left in the store.

const SOURCE_DOWN = "http://127.0.0.1:9";
const TSC = "node_modules/typescript/bin/tsc";
const item = newsExample();
const path = `/news-events/news/${item.slug}`;
const raw = {
  id: item.id,
  slug: item.slug,
  title: item.title,
  content: item.body,
  published_at: item.publishedAt,
  photographer: "Zawadi Juma",
};

const schemaEdit = (tree: ScratchTree) =>
  tree.addAfter(
    "shared/model/news-item.schema.ts",
    '  author: text.meta({ example: "Neema Komba" }),',
    '  photographer: text.meta({ description: "Of the picture.", example: "Zawadi Juma" }),',
  );
const normaliserEdit = (tree: ScratchTree) =>
  tree.addAfter(
    "server/source/normalisers.ts",
    '      author: firstUsable(raw, ["author", "author_name"], readName),',
    '      photographer: readName(raw.get("photographer")),',
  );
function pageEdit(tree: ScratchTree): void {
  tree.addAfter(
    "client/pages/news/news-item-view.tsx",
    "        ...(author === null ? [] : [{ name: words.author, value: author }]),",
    "        ...(item.photographer === null ? [] : [{ name: words.photographer, value: item.photographer }]),",
  );
  for (const [language, author, photographer] of [
    ["en", "Author", "Photographer"],
    ["sw", "Mwandishi", "Mpiga picha"],
  ] as const)
    tree.addAfter(
      `content/words/${language}/news-item.json`,
      `  "author": "${author}",`,
      `  "photographer": "${photographer}",`,
    );
}

function edited(t: Test, ...edits: ((tree: ScratchTree) => void)[]): ScratchTree {
  const tree = copyTree();
  t.teardown(tree.remove);
  for (const edit of edits) edit(tree);
  return tree;
}

const json = async (url: string) => (await fetch(url)).json();

/** Returns the item as `/bff` sends it once it has a photographer, or after some seconds in any case. */
async function itemWithField(url: string) {
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(`${url}/bff/news/${item.slug}`);
    const { data } = await response.json();
    if (data?.photographer || tries === 100) return { status: response.status, data };
    await wait(50);
  }
}

t.test("without the schema's edit, or the normaliser's, the server does not compile", async (t) => {
  for (const edit of [schemaEdit, normaliserEdit]) {
    const { isWell, output } = edited(t, edit).run(TSC, "-p", "server");
    t.notOk(isWell);
    t.match(output, /photographer/);
  }
});

t.test("three edits bring a field from the source to the page, and over a release", async (t) => {
  const tree = edited(t, schemaEdit, normaliserEdit);
  const build = () => {
    const { isWell, output } = tree.run("server/build/build.ts");
    t.ok(isWell, "the tree is built", { output });
  };
  build();
  const { isWell, output } = tree.run("tests/app/pages/every-field.test.ts");
  t.notOk(isWell, "without the page's edit a test fails");
  t.match(output, /not ok .* shows photographer/);
  pageEdit(tree);
  for (const project of ["server", "client"])
    t.same(tree.run(TSC, "-p", project), { isWell: true, output: "" }, project);
  build();

  const source = await startFakeContentApi({ news: [raw] });
  const dataDir = testFolder(t, { upgraded: {}, next: {} });
  const postgres = await startPostgres();
  t.teardown(async () => {
    await source.close();
    await postgres.kill();
  });
  const stores = [
    ["SQLite", { DATA_DIR: `${dataDir}/upgraded` }],
    ["PostgreSQL", { DATA_DIR: `${dataDir}/next`, DATABASE_URL: postgres.url }],
  ] as const;
  const next = (env: Record<string, string>) => startSiteProcess(env, tree.root);

  await storeItems(`${dataDir}/upgraded`, { news: [item] });
  const upgradedDown = await next({
    CONTENT_API_URL: SOURCE_DOWN,
    DATA_DIR: `${dataDir}/upgraded`,
  });
  const { data: older, meta } = await json(`${upgradedDown.url}/bff/news/${item.slug}`);
  const image = { source: item.image?.url };
  const wanted = { ...item, image, photographer: null };
  t.match(older, wanted, "the older entry is good, the field is null");
  t.equal(meta.stale, true);
  t.match(await (await fetch(upgradedDown.url + path)).text(), item.title);
  await upgradedDown.end();

  for (const [what, env] of stores) {
    const upgraded = await next({ CONTENT_API_URL: source.url, ...env });
    const now = await itemWithField(upgraded.url);
    t.equal(now.data?.photographer, "Zawadi Juma", `${what}: fetched again at once`);
    t.match(await (await fetch(`${upgraded.url}${path}?complete=1`)).text(), "Zawadi Juma");
    const document = await json(`${upgraded.url}/bff/openapi.json`);
    t.match(document.components.schemas.NewsItem.properties.photographer, {
      description: "Of the picture.",
    });
    await upgraded.end();
  }

  for (const [what, env] of stores) {
    const restarted = await next({ CONTENT_API_URL: source.url, ...env });
    await source.close().catch(() => {});
    const { status, data } = await itemWithField(restarted.url);
    t.match(
      [status, data?.photographer],
      [200, "Zawadi Juma"],
      `${what}: there with the source down`,
    );
    await restarted.end();
  }

  for (const [what, env] of stores) {
    const rolledBack = await startSite({ contentApiUrl: source.url, env });
    const response = await fetch(`${rolledBack.url}/bff/news/${item.slug}`);
    t.equal(response.status, 200, `${what}: this release reads what the next one wrote`);
    t.match((await response.json()).data, { slug: item.slug, title: item.title });
    t.notMatch(JSON.stringify(rolledBack.logs), "cannot be read");
    await rolledBack.close();
  }
});
