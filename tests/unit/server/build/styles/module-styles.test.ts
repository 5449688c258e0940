import t from "tap";
import { type Imports, pageModules } from "../../../../../server/build/styles/imported-modules.ts";
import { ModuleStyles } from "../../../../../server/build/styles/module-styles.ts";

const asset = (source: string) => ({ type: "asset" as const, source });
/** What `textsOf` reads of a bundle. */
const bundleOf = (files: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(files).map(([name, source]) => [name, asset(source)]),
  ) as unknown as Parameters<ModuleStyles["textsOf"]>[0];

t.test("the rules of a chunk are cut into those of its modules", async (t) => {
  const styles = new ModuleStyles();
  const button = styles.mark(".button{color:red}", "button.css");
  const card = styles.mark(".card{color:blue}@media print{.card{color:black}}", "card.css");
  const empty = styles.mark("", "empty.css");
  const texts = styles.textsOf(
    bundleOf({ "a.css": `${card}${button}\n`, "b.css": empty, "c.js": "1" }),
  );
  t.same(
    [...texts],
    [
      ["card.css", ".card{color:blue}@media print{.card{color:black}}"],
      ["button.css", ".button{color:red}"],
      ["empty.css", ""],
    ],
  );
});

t.test("a mark does not tell when its module was compiled", async (t) => {
  const later = new ModuleStyles();
  later.mark("", "first.css");
  t.equal(later.mark("", "button.css"), new ModuleStyles().mark("", "button.css"));
});

t.test("rules that no module is known for are an error", async (t) => {
  const files = bundleOf({ "a.css": ".lost{color:red}" });
  t.throws(() => new ModuleStyles().textsOf(files), /a\.css: rules of an unknown module/);
});

const graph: Record<string, { importedIds: string[]; dynamicallyImportedIds: string[] }> = {
  page: { importedIds: ["card", "base", "page.css"], dynamicallyImportedIds: ["dialog"] },
  card: { importedIds: ["button", "card.css"], dynamicallyImportedIds: [] },
  button: { importedIds: ["button.css"], dynamicallyImportedIds: [] },
  dialog: { importedIds: ["button", "dialog.css"], dynamicallyImportedIds: [] },
  base: { importedIds: ["base.css"], dynamicallyImportedIds: ["page"] },
};
const imports: Imports = (id) => graph[id] ?? null;

t.test(
  "a page has what it imports, now or later, imports first, and nothing of the base",
  async (t) => {
    const own = [...pageModules("page", imports, new Set(["base", "base.css"]))];
    t.same(
      own.filter((id) => id.endsWith(".css")),
      ["button.css", "dialog.css", "card.css", "page.css"],
    );
  },
);
