import { readFileSync } from "node:fs";
import t from "tap";
import { parseAst } from "vite";
import { importsOf, sourceFiles } from "./source-files.ts";
import { isNode, type Node, walk } from "./walk.ts";

/**
 * When a browser translates a page, it replaces texts with elements. React then cannot remove such a text or insert anything before it,
 * and changes the text in a node that nobody sees; React can only replace an element's whole content (docs/decisions/0068). So a text
 * that changes, appears or disappears is alone in its element.
 */

/** Returns the files that are hydrated: the pages and everything they import. All other files are rendered by the server alone. */
function hydratedFiles(): string[] {
  const pages = sourceFiles("client").filter((file) => file.endsWith(".page.tsx"));
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (!/^client\/.*\.tsx?$/.test(file) || seen.has(file)) return;
    seen.add(file);
    for (const next of importsOf(file)) visit(next);
  };
  for (const file of ["client/hydrate.tsx", ...pages]) visit(file);
  return [...seen].filter((file) => file.endsWith(".tsx")).sort();
}

const sources = new Map(
  hydratedFiles().map((file) => {
    const text = readFileSync(file, "utf8");
    return [file, { text, tree: parseAst(text, { lang: "tsx" }) as unknown as Node }];
  }),
);

const field = (node: unknown, name: string): unknown => (isNode(node) ? node[name] : undefined);
const nameOf = (node: unknown) => String(field(node, "name"));
const textOf = (text: string, node: Node) => text.slice(Number(node.start), Number(node.end));

/** Components that sometimes render nothing. */
const optional = new Set<string>();
for (const { text, tree } of sources.values())
  for (const node of walk(tree))
    if (["FunctionDeclaration", "VariableDeclarator"].includes(node.type))
      if (/return null\b/.test(textOf(text, node))) optional.add(nameOf(node.id));

/** Returns the start of a chain of members and calls. */
function rootOf(node: unknown): unknown {
  const inner = field(node, "callee") ?? field(node, "object");
  return inner ? rootOf(inner) : node;
}

const isMap = (node: unknown) =>
  field(node, "type") === "CallExpression" &&
  nameOf(field(field(node, "callee"), "property")) === "map";

/** Texts that are given once, such as those of the content, and do not change for as long as the element beside them exists. */
const GIVEN = new Set([
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of the client
  "client/components/links/contact-links.tsx {`${label}: `}",
  'client/layout/site-header.tsx {" "}',
  "client/pages/donate/donate-views.tsx {method}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of the client
  "client/pages/donate/donate-views.tsx {`${use.text} `}",
  "client/pages/home/hero.tsx {identity.tagline}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of the client
  "client/pages/our-work/our-work.page.tsx {` ${story.since.amount}`}",
  "client/components/cards/card-grid.tsx {text}",
  "client/components/forms/fields.tsx {words.label}",
  'client/components/links/how-we-know.tsx {" "}',
  "client/components/article/article.tsx {name}",
  "client/components/links/tab-links.tsx {text}",
  "client/pages/home/hero.tsx {secondaryButton.text}",
  "client/pages/home/home.page.tsx {name}",
]);

/** A `text` or an `element` is permanent; a `live` text changes, appears or disappears, and so does a `part`. */
type Kind = "text" | "live" | "element" | "part" | "nothing";

/** Returns the kind of a child. A prop declared as a node counts as elements, because the check of its caller covers it. */
function kindOf(node: Node, words: Set<string>, nodes: Set<string>): Kind {
  const kind = (child: unknown) => kindOf(child as Node, words, nodes);
  const either = (...children: unknown[]): Kind =>
    children.map(kind).some((one) => one === "text" || one === "live") ? "live" : "part";
  const { type } = node;
  if (type === "JSXText") return /^\s*\n\s*$/.test(String(node.value)) ? "nothing" : "text";
  if (type === "JSXEmptyExpression") return "nothing";
  if (type === "JSXExpressionContainer") return kind(node.expression);
  if (type === "JSXFragment") return "part";
  if (type === "JSXElement")
    return optional.has(nameOf(field(node.openingElement, "name"))) ? "part" : "element";
  if (type === "Literal") return typeof node.value === "string" ? "text" : "nothing";
  if (type === "LogicalExpression") return either(node.right);
  if (type === "ConditionalExpression") return either(node.consequent, node.alternate);
  if (type === "TemplateLiteral")
    return (node.expressions as Node[]).every((one) => kind(one) === "text") ? "text" : "live";
  if (isMap(node)) {
    if (kind(rootOf(node)) === "text") return "element";
    const [callback] = node.arguments as Node[];
    const body = field(callback, "body");
    if (field(body, "type") !== "BlockStatement") return body ? either(body) : "part";
    return either(
      ...[...walk(body)]
        .filter(({ type, argument }) => type === "ReturnStatement" && argument)
        .map(({ argument }) => argument),
    );
  }
  if (type === "Identifier" && words.has(nameOf(node))) return "text";
  if (type === "Identifier" && nodes.has(nameOf(node))) return "part";
  if (type === "MemberExpression" && nodes.has(nameOf(node.property))) return "part";
  if (type === "MemberExpression" && !node.computed) return kind(node.object);
  return "live";
}

function wrongTexts(file: string, { text, tree }: { text: string; tree: Node }): string[] {
  const words = new Set<string>();
  const nodes = new Set(["children"]);
  for (const node of walk(tree)) {
    if (node.type === "ImportDeclaration" && /content\//.test(textOf(text, node)))
      for (const one of node.specifiers as Node[]) words.add(nameOf(one.local));
    if (isMap(node) && words.has(nameOf(rootOf(node))))
      for (const { type, name } of walk(field((node.arguments as Node[])[0], "params")))
        if (type === "Identifier") words.add(String(name));
    if (node.type === "TSPropertySignature" && textOf(text, node).includes("ReactNode"))
      nodes.add(nameOf(node.key));
  }
  return [...walk(tree)].flatMap(({ type, children }) => {
    if (type !== "JSXElement" && type !== "JSXFragment") return [];
    const all = (children as Node[])
      .map((node) => ({ node, kind: kindOf(node, words, nodes) }))
      .filter(({ kind }) => kind !== "nothing");
    const isList = all.some(({ node }) => isMap(node.expression));
    const wrong = all.filter(({ kind, node }, index) => {
      if (GIVEN.has(`${file} ${textOf(text, node)}`)) return false;
      if (kind === "live") return all.length > 1 || type === "JSXFragment" || isList;
      if (kind !== "text") return false;
      return type === "JSXFragment" || all.slice(0, index).some((one) => one.kind === "part");
    });
    return wrong.map(
      ({ node }) =>
        `${file}:${text.slice(0, Number(node.start)).split("\n").length} ${textOf(text, node)}`,
    );
  });
}

t.test("a text that React adds, changes, removes or inserts before is alone", async (t) => {
  t.same(
    [...sources].flatMap(([file, source]) => wrongTexts(file, source)),
    [],
  );
});
