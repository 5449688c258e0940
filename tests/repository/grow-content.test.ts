import t from "tap";
import { copyTree, type ScratchTree } from "../setup/scratch-tree.ts";

/** What editors add, made of what is there. Fields are changed by name. */
const ENTRIES: [from: string, to: string, fields: Record<string, string>][] = [
  [
    "projects/climate-resilience.md",
    "projects/a-new-well.md",
    {
      title: "A new well in Bunju",
      listTitle: "A new well",
      listLink: "/projects/current/a-new-well",
      order: "9",
    },
  ],
  [
    "blog/who-mends-the-pump.md",
    "blog/a-new-post.md",
    { id: "a-new-post", title: "A new post", publish_date: "2026-06-01" },
  ],
  [
    "announcements/free-helmet-check.md",
    "announcements/a-new-notice.md",
    { id: "a-new-notice", title: "A new notice", date: "2026-06-01" },
  ],
];

function addEntries({ read, write }: ScratchTree): void {
  for (const [from, to, fields] of ENTRIES) {
    const text = Object.entries(fields).reduce(
      (before, [name, value]) =>
        before.replace(new RegExp(`^${name}: .*$`, "m"), `${name}: ${value}`),
      read(`content/${from}`),
    );
    write(`content/${to}`, text);
  }
  for (const file of ["content/gallery.json", "content/testimonials.json"]) {
    const data = JSON.parse(read(file));
    data.items.push({ ...data.items[0], id: "a-new-one" });
    write(file, JSON.stringify(data, null, 2));
  }
}

t.test("content that editors add turns no test red", async (t) => {
  const tree = copyTree();
  t.teardown(tree.remove);
  addEntries(tree);
  const build = "tests/unit/server/build/content";
  const suite = [
    ...["compile-content", "content-modules", "content-plugin", "pictures", "spec-facts"].map(
      (name) => `${build}/${name}.test.ts`,
    ),
    ...["tests/app/pages/stories.test.ts", "tests/app/pages/static-pages.test.ts"],
  ];
  for (const file of ["server/build/content/check.ts", "server/build/build.ts", ...suite]) {
    const { isWell, output } = tree.run(file);
    t.ok(isWell, file, isWell ? {} : { failures: output.match(/^ *not ok.*(?:\n.*){16}/gm) });
  }
});
