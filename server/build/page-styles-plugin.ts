import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { type ChildNode, parse } from "postcss";
import { type Plugin, parseAst, type Rolldown } from "vite";
import type { Language } from "../../shared/languages.ts";

/** A page, also one that the server renders alone: its script is built for its styles, and loaded by none. */
const PAGE = /client\/pages\/(.+\.(?:server-)?page)\.tsx$/;
/** Rules of classes that some pages show: each page has those that its modules name. */
const PARTS = /client\/styles\/parts\.css$/;
/** Pages that the server renders alone with the stylesheet of another page: JSX to Node, its lines are read as text. */
const STYLES_OF = /file: "([^"]+)",\s+stylesOf: "([^"]+)"/g;

type ModuleInfo = Rolldown.PluginContext["getModuleInfo"];

/** Modules and all that they import but `known`: imports first, as they are executed, so that own rules override theirs. */
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
/** A rule that stands before those of a module: minifiers drop comments and join what is equal. */
const markOf = (id: string) => `[m="${nameOf(id)}"]{content:"${nameOf(id)}"}`;
const MARKED = /\[m="[^"]+"\]\{content:"([^"]+)";?\}([\s\S]*?)(?=\[m="|$)/g;

/** Numbers in place of the names of custom properties, short ones for what stands most often: 1.5 % of a page. */
function numberedProperties(css: string): string {
  const pattern = /--[a-z][\w-]*/g;
  const all = css.match(pattern) ?? [];
  const times = (name: string) => all.filter((one) => one === name).length;
  const names = [...new Set(all)].sort().sort((one, other) => times(other) - times(one));
  return css.replace(pattern, (name) => `--${names.indexOf(name).toString(36)}`);
}

/** The rules of each module by its name: Vite's one stylesheet, without its own comment, cut at the marks. */
function rulesOf(stylesheet: string): Map<string, string> {
  const css = stylesheet.replace(/\/\*\$vite\$.*?\*\//, "").trim();
  if (!css.startsWith('[m="')) throw new Error("rules of an unknown module");
  // The minifier adds two properties for a function that we do not use.
  const own = numberedProperties(css.replace(/--lightningcss-(?:light|dark):[^;]*;/g, ""));
  return new Map([...own.matchAll(MARKED)].map(([, name = "", text = ""]) => [name, text.trim()]));
}

/** The words in strings, among them the names of classes. */
function wordsIn(files: readonly string[]): Set<string> {
  const words = new Set<string>();
  const addText = (key: string, value: unknown) => {
    // Of a literal, or a part of a template.
    if ((key === "value" || key === "cooked") && typeof value === "string")
      for (const word of value.split(/[^\w-]+/)) words.add(word);
    return (value as { type?: string } | null)?.type === "TSLiteralType" ? null : value;
  };
  for (const file of files)
    JSON.stringify(parseAst(readFileSync(file, "utf8"), { lang: "tsx" }), addText);
  return words;
}

/** Removes a node, and what would be empty without it. */
function removeWhole(node: ChildNode): void {
  const { parent } = node;
  if (parent?.nodes?.length === 1 && parent.type !== "root") removeWhole(parent as ChildNode);
  else node.remove();
}

/** The rules that may match an element with one of these classes. */
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

/** `base`, and a stylesheet by the name of each page. */
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
    // The page's own modules without `base`; in front of them those that it imports later.
    const now = modulesOf([id], info, base);
    const later = now.flatMap((one) => [...(info(one)?.dynamicallyImportedIds ?? [])]);
    const own = [...new Set([...modulesOf(later, info, base), ...now])];
    const others = routes.filter(([, , stylesOf]) => stylesOf === `${page}.tsx`);
    const words = wordsIn([
      ...[...base, ...own].filter((one) => /client\/.+\.tsx$/.test(one)),
      ...others.map(([, file]) => `client/pages/${file}`),
    ]);
    texts.set(page, rulesWith(words, parts) + textOf(own));
  }
  return texts;
}

/** Styles of pages under data saver alone are written in this query, which hardly any browser knows. */
const DATA_SAVER = /^\(prefers-reduced-data:\s*reduce\)$/;
/** Those of what only scripts show. */
const SCRIPTS = /^\(scripting:\s*enabled\)$/;
/** Those of what is printed, opened, or shown by no first screen, and of pages without scripts, which link the sheet at once. */
const LATER = /^(?:print|screen|\(scripting:.*|selector\(:popover-open\))$/;
/** In a function the state is named beside others. */
const HOVERED = /:hover(?![^(]*\))/;

/** When a page needs a node: at first, or later, also for what moves, what a pointer changes, and what screen readers do without. */
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
  // Browsers older than the query for scripts have its rules without it.
  root.walkAtRules((rule) => {
    if (SCRIPTS.test(rule.params)) rule.replaceWith(rule.nodes ?? []);
  });
  return root.toString();
}

/**
 * For pages under data saver: the rules for pages without scripts hold, though the browser has scripts.
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
 * One stylesheet for what every page needs and one for each page, in one folder with a hash over all; both are in the HTML of a
 * page. They follow the imports of modules, not chunks: a chunk that all pages load has styles of components that most pages do
 * not show (docs/decisions/0029).
 */
export function pageStylesPlugin(language: Language): Plugin {
  return {
    name: "page-styles",
    apply: "build",
    applyToEnvironment: (environment) => environment.config.consumer === "client",
    // Vite's code for loading what a chunk needs before the chunk: nothing here.
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => "export const __vitePreload = (load) => load();",
    },
    // After Vite compiled the stylesheet of a module, before it makes a script of it.
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
          // Those for pages under data saver are in their HTML alone, and not served.
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
