import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { type ChildNode, parse } from "postcss";
import { type Plugin, parseAst, type Rolldown } from "vite";
import type { Language } from "../../shared/languages.ts";

/** A page. The script of a page that only the server renders is built for its styles, and no browser loads the script. */
const PAGE = /client\/pages\/(.+\.(?:server-)?page)\.tsx$/;
/** The stylesheet of classes that some pages show. Each page gets the rules of the classes that its modules name. */
const PARTS = /client\/styles\/parts\.css$/;
/** The routes of server-only pages with the stylesheet of another page. Node cannot import JSX, so the lines are read as text. */
const STYLES_OF = /file: "([^"]+)",\s+stylesOf: "([^"]+)"/g;

type ModuleInfo = Rolldown.PluginContext["getModuleInfo"];

/**
 * Returns modules and all their imports except `known`. Imports come first, as in execution, so that the rules of a module override
 * those of its imports.
 */
function modulesOf(ids: string[], info: ModuleInfo, known: string[] = []): string[] {
  const seen = new Set(known);
  const visit = (id: string): string[] => {
    if (seen.has(id)) return [];
    seen.add(id);
    return [...(info(id)?.importedIds ?? []).flatMap(visit), id];
  };
  return ids.flatMap(visit);
}

const nameOf = (id: string) => relative("", id);
/** Returns a rule to mark the start of a module's rules: minifiers drop comments and join equal rules. */
const markOf = (id: string) => `[m="${nameOf(id)}"]{content:"${nameOf(id)}"}`;
const MARKED = /\[m="[^"]+"\]\{content:"([^"]+)";?\}([\s\S]*?)(?=\[m="|$)/g;

/** Renames custom properties to numbers, the most frequent ones to the shortest, which saves 1.5 % of a page. */
function numberedProperties(css: string): string {
  const pattern = /--[a-z][\w-]*/g;
  const all = css.match(pattern) ?? [];
  const times = (name: string) => all.filter((one) => one === name).length;
  const names = [...new Set(all)].sort().sort((one, other) => times(other) - times(one));
  return css.replace(pattern, (name) => `--${names.indexOf(name).toString(36)}`);
}

/** Returns the rules of each module by its name: Vite's one stylesheet, without the comment of Vite, cut at the marks. */
function rulesOf(stylesheet: string): Map<string, string> {
  const css = stylesheet.replace(/\/\*\$vite\$.*?\*\//, "").trim();
  if (!css.startsWith('[m="')) throw new Error("rules of an unknown module");
  // The minifier adds two properties for a function that we do not use.
  const own = numberedProperties(css.replace(/--lightningcss-(?:light|dark):[^;]*;/g, ""));
  return new Map([...own.matchAll(MARKED)].map(([, name = "", text = ""]) => [name, text.trim()]));
}

/** Returns the words in strings, among them the names of classes. */
function wordsIn(files: readonly string[]): Set<string> {
  const words = new Set<string>();
  const addText = (key: string, value: unknown) => {
    // `value` is that of a literal, `cooked` that of a part of a template.
    if ((key === "value" || key === "cooked") && typeof value === "string")
      for (const word of value.split(/[^\w-]+/)) words.add(word);
    return (value as { type?: string } | null)?.type === "TSLiteralType" ? null : value;
  };
  for (const file of files)
    JSON.stringify(parseAst(readFileSync(file, "utf8"), { lang: "tsx" }), addText);
  return words;
}

/** Removes a node, and every parent that would be empty without the node. */
function removeWhole(node: ChildNode): void {
  const { parent } = node;
  if (parent?.nodes?.length === 1 && parent.type !== "root") removeWhole(parent as ChildNode);
  else node.remove();
}

/** Returns the rules that may match an element with some of these classes and no others. */
function rulesWith(classes: ReadonlySet<string>, css: string): string {
  const root = parse(css);
  root.walkRules((rule) => {
    rule.selectors = rule.selectors.filter((selector) =>
      [...selector.matchAll(/\.([a-z][\w-]*)/g)].every(([, name = ""]) => classes.has(name)),
    );
    if (rule.selector === "") removeWhole(rule);
  });
  return root.toString();
}

/** Returns the stylesheets by name: `base`, and one for each page. */
function stylesheetTexts(entryPoints: string[], info: ModuleInfo, rules: Map<string, string>) {
  const textOf = (ids: readonly string[]) => ids.map((id) => rules.get(nameOf(id)) ?? "").join("");
  const shell = entryPoints.filter((id) => id.endsWith("client/hydrate.tsx"));
  const base = modulesOf(shell, info);
  const parts = textOf(base.filter((id) => PARTS.test(id)));
  const routes = [...readFileSync("client/routes.tsx", "utf8").matchAll(STYLES_OF)];
  const texts = new Map([["base", textOf(base.filter((id) => !PARTS.test(id)))]]);
  for (const id of entryPoints) {
    const page = PAGE.exec(id)?.[1];
    if (page === undefined) continue;
    // The page's own modules without those of `base`, after the modules that the page imports dynamically.
    const now = modulesOf([id], info, base);
    const later = now.flatMap((one) => [...(info(one)?.dynamicallyImportedIds ?? [])]);
    const own = [...new Set([...modulesOf(later, info, base), ...now])];
    const others = routes.filter(([, , stylesOf]) => stylesOf === `${page}.tsx`);
    const sources = [...base, ...own].filter((one) => /client\/.+\.tsx$/.test(one));
    const words = wordsIn([...sources, ...others.map(([, file]) => `client/pages/${file}`)]);
    texts.set(page, rulesWith(words, parts) + textOf(own));
  }
  return texts;
}

/** The query around styles for pages under data saver only. Hardly any browser knows the query. */
const DATA_SAVER = /^\(prefers-reduced-data:\s*reduce\)$/;
/** The query around styles of elements that are shown only with scripts. */
const SCRIPTS = /^\(scripting:\s*enabled\)$/;
/**
 * The queries around styles for print, popovers, and anything below the first screen (`screen`), and around styles that depend on
 * scripts. Pages without scripts link the later sheet at once.
 */
const LATER = /^(?:print|screen|\(scripting:.*|selector\(:popover-open\))$/;
/** A selector of a hovered element. In a function such as `:is()`, the state is beside others and does not count. */
const HOVERED = /:hover(?![^(]*\))/;

/** Returns when a page needs a node. Transitions, hover styles, and content that screen readers skip come later too. */
function timeOf(node: ChildNode): "first" | "later" | "under data saver" {
  const { parent } = node;
  const time = parent && parent.type !== "root" ? timeOf(parent as ChildNode) : "first";
  if (time !== "first") return time;
  if (node.type === "atrule" && DATA_SAVER.test(node.params)) return "under data saver";
  const isLater =
    (node.type === "atrule" && LATER.test(node.params)) ||
    (node.type === "rule" && node.selectors.every((one) => HOVERED.test(one))) ||
    (node.type === "decl" && (node.prop.startsWith("transition") || / \/ ""$/.test(node.value)));
  return isLater ? "later" : "first";
}

export function partOf(css: string, time: ReturnType<typeof timeOf>): string {
  const root = parse(css);
  root.walkDecls((declaration) => {
    if (timeOf(declaration) !== time) removeWhole(declaration);
  });
  // Browsers that are older than the query for scripts need the rules without the query.
  root.walkAtRules((rule) => {
    if (SCRIPTS.test(rule.params)) rule.replaceWith(rule.nodes ?? []);
  });
  return root.toString();
}

/**
 * Returns the styles for pages under data saver: the rules for pages without scripts hold, though the browser has scripts.
 * @throws Error when a URL is left that a browser would fetch
 */
export function forDataSaver(css: string): string {
  const root = parse(css);
  root.walkAtRules((rule) => {
    if (rule.name === "font-face" || SCRIPTS.test(rule.params)) rule.remove();
    else if (DATA_SAVER.test(rule.params)) rule.replaceWith(rule.nodes ?? []);
    else if (rule.name === "media")
      rule.params = rule.params
        .replace(/\(scripting:\s*none\)\s*and\s*/, "")
        .replace(/\(scripting:\s*none\)/, "all");
  });
  root.walkDecls("background-image", (declaration) => {
    if (declaration.value.startsWith("url(")) removeWhole(declaration);
  });
  const own = root.toString();
  const [left] = /url\((?!"?data:)[^)]*\)/.exec(own) ?? [];
  if (left) throw new Error(`a browser would fetch ${left} under data saver`);
  return own;
}

/**
 * Emits one stylesheet for all pages and one for each page, in a folder named by a hash over all. The HTML of a page contains both.
 * The stylesheets follow the imports of modules, not chunks: a chunk that all pages load has styles of components that most pages
 * do not show (docs/decisions/0029).
 */
export function pageStylesPlugin(language: Language): Plugin {
  return {
    name: "page-styles",
    apply: "build",
    applyToEnvironment: (environment) => environment.config.consumer === "client",
    // Replaces Vite's code that preloads the files of a chunk: a chunk needs no preloads here.
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => "export const __vitePreload = (load) => load();",
    },
    // Runs after Vite has compiled the stylesheet of a module, and before Vite makes a script of the stylesheet.
    transform: {
      filter: { id: /\.css$/ },
      handler: (code, id) => ({ code: markOf(id) + code, map: null }),
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const files = Object.values(bundle);
        const all = files.find((file) => file.type === "asset" && file.fileName.endsWith(".css"));
        if (all?.type !== "asset") this.error("there is no stylesheet");
        const entryPoints = files.flatMap((file) =>
          file.type === "chunk" ? (file.facadeModuleId ?? []) : [],
        );
        const rules = rulesOf(String(all.source));
        const texts = stylesheetTexts(entryPoints, (id) => this.getModuleInfo(id), rules);
        const hash = createHash("sha256").update(JSON.stringify([...texts].sort()));
        const folder = `assets/styles-${hash.digest("base64url").slice(0, 8)}`;
        const emit = (fileName: string, source: string) =>
          this.emitFile({ type: "asset", fileName, source });
        for (const [page, text] of texts) {
          if (text.includes("</style")) this.error(`${page}: the stylesheet contains </style`);
          emit(`${folder}/${page}.css`, partOf(text, "first"));
          // The stylesheets for data saver are only in the HTML of pages, and not served.
          emit(`.vite/data-saver-styles.${language}/${page}.css`, forDataSaver(text));
        }
        emit(`${folder}/later.css`, partOf([...rules.values()].join(""), "later"));
        // Tells the built server the folder.
        emit(`.vite/page-styles.${language}.json`, JSON.stringify({ folder }));
        delete bundle[all.fileName];
      },
    },
  };
}
