import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { type AtRule, type ChildNode, type Declaration, parse, type Root } from "postcss";
import { type Plugin, parseAst, type Rolldown } from "vite";
import type { Language } from "../../shared/languages.ts";

/** Vite's code for loading what a chunk needs before the chunk: nothing here. */
const VITE_HELPER = /^\0vite\/preload-helper\.js$/;
/** A page, also one that the server renders alone: its script is built for its styles, and loaded by none. */
const PAGE = /client\/pages\/(.+\.(?:server-)?page)\.tsx$/;
/** The module that every page loads. */
const ENTRY = "client/hydrate.tsx";
/** Rules of classes that some pages show: each page has those that its modules name. */
const PARTS = /client\/styles\/parts\.css$/;
/** Pages that the server renders alone with the stylesheet of another page: JSX to Node, its lines are read as text. */
const STYLES_OF = /file: "([^"]+)",\s+stylesOf: "([^"]+)"/g;

type ModuleInfo = (id: string) => Rolldown.ModuleInfo | null;

/** Modules and all that they import but `known`: imports first, as they are executed, so that own rules override theirs. */
function modulesOf(
  ids: readonly string[],
  info: ModuleInfo,
  known: readonly string[] = [],
): string[] {
  const seen = new Set(known);
  const visit = (id: string): string[] => {
    if (seen.has(id)) return [];
    seen.add(id);
    return [...(info(id)?.importedIds ?? []).flatMap(visit), id];
  };
  return ids.flatMap(visit);
}

/** The same in every build: modules are compiled in any order, so a count would not do. */
const nameOf = (id: string) => createHash("sha256").update(relative("", id)).digest("hex");
/** An empty rule that stands before the rules of a module; minifiers keep it, since it sets something. */
const markOf = (id: string) => `module-${nameOf(id)}{--m:0}`;
const MARK = /module-([\da-f]{64})\{--m:0;?\}/;

/** Numbers in place of the names of custom properties, short ones for what stands most often: 1.5 % of a page. */
function numberedProperties(css: string): string {
  const times = new Map<string, number>();
  for (const [name] of css.matchAll(PROPERTY)) times.set(name, (times.get(name) ?? 0) + 1);
  const names = [...times.keys()].sort();
  names.sort((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0));
  return css.replace(PROPERTY, (name) => `--${names.indexOf(name).toString(36)}`);
}
const MINIFIERS = /--lightningcss-(?:light|dark):[^;]*;/g;
const PROPERTY = /--[a-z][\w-]*/g;

/** The rules of each module by its name: Vite's one stylesheet, without its own comment, cut at the marks. */
function rulesOf(stylesheet: string): Map<string, string> {
  const [before = "", ...parts] = stylesheet.replace(/\/\*\$vite\$.*?\*\//, "").split(MARK);
  if (before.trim() !== "") throw new Error("rules of an unknown module");
  // Every second part is the name of a module. The minifier adds two properties for a function that we do not use.
  const css = parts.filter((_, at) => at % 2 === 1).join("\0");
  const texts = numberedProperties(css.replace(MINIFIERS, "")).split("\0");
  return new Map(texts.map((text, at) => [parts[2 * at] ?? "", text.trim()]));
}

/** A module of whose classes no script has one is that of a component without use, as of photographs where there are none. */
function isUsed(css: string, scripts: string): boolean {
  const classes = [...css.matchAll(/\.(_\w+)/g)].map(([, name]) => name);
  return classes.length === 0 || new RegExp(`\\b(?:${classes.join("|")})\\b`).test(scripts);
}

/** The words in the strings of modules of ours, among them the names of classes. */
function wordsIn(files: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const file of files) {
    JSON.stringify(parseAst(readFileSync(file, "utf8"), { lang: "tsx" }), (key, value) => {
      if (value?.type === "TSLiteralType") return null;
      // Of a literal, or a part of a template.
      if ((key === "value" || key === "cooked") && typeof value === "string")
        for (const word of value.split(/[^\w-]+/)) words.add(word);
      return value;
    });
  }
  return words;
}

/** The rules that may match an element with one of these classes. */
function rulesWith(classes: ReadonlySet<string>, css: string): string {
  const root = parse(css);
  root.walkRules((rule) => {
    rule.selectors = rule.selectors.filter((selector) =>
      [...selector.matchAll(/\.([a-z][\w-]*)/g)].every(([, name = ""]) => classes.has(name)),
    );
    if (rule.selector !== "") return;
    const { parent } = rule;
    rule.remove();
    if (parent?.type === "atrule" && parent.nodes?.length === 0) parent.remove();
  });
  return root.toString();
}

/** The text of each stylesheet: `base`, and one by the name of each page. */
function stylesheetTexts(
  entryPoints: readonly string[],
  info: ModuleInfo,
  rules: ReadonlyMap<string, string>,
): [name: string, text: string][] {
  const textOf = (ids: readonly string[]) => ids.map((id) => rules.get(nameOf(id)) ?? "").join("");
  const base = entryPoints
    .filter((id) => id.endsWith(ENTRY))
    .flatMap((id) => modulesOf([id], info));
  const parts = textOf(base.filter((id) => PARTS.test(id)));
  const routes = [...readFileSync("client/routes.tsx", "utf8").matchAll(STYLES_OF)];
  const pages = entryPoints.flatMap((id): [string, string][] => {
    const page = PAGE.exec(id)?.[1];
    if (page === undefined) return [];
    // The page's own modules without `base`; in front of them those that it imports later.
    const now = modulesOf([id], info, base);
    const later = now.flatMap((one) => [...(info(one)?.dynamicallyImportedIds ?? [])]);
    const own = [...new Set([...modulesOf(later, info, base), ...now])];
    const others = routes.filter(([, , stylesOf]) => stylesOf === `${page}.tsx`);
    const words = wordsIn([
      ...[...base, ...own].filter((one) => /client\/.+\.tsx$/.test(one)),
      ...others.map(([, file]) => `client/pages/${file}`),
    ]);
    return [[page, rulesWith(words, parts) + textOf(own)]];
  });
  return [["base", textOf(base.filter((id) => !PARTS.test(id)))], ...pages];
}

/** Styles of pages under data saver alone are written in this query, which hardly any browser knows. */
const DATA_SAVER = /^\(prefers-reduced-data:\s*reduce\)$/;
/** Those of what only scripts show. */
const SCRIPTS = /^\(scripting:\s*enabled\)$/;
/** Those of what is printed, opened, or shown by no first screen, and of pages without scripts, which link the sheet at once. */
const LATER = /^(?:print|screen|\(scripting:.*|selector\(:popover-open\))$/;
/** In a function the state is named beside others. */
const HOVERED = /:hover(?![^(]*\))/;

/** A stylesheet after a change of its at-rules. */
function changed(css: string, change: (rule: AtRule, query: string) => void): Root {
  const root = parse(css);
  root.walkAtRules((rule) => change(rule, rule.name === "media" ? rule.params : ""));
  return root;
}

/** A stylesheet for every other page. */
export const withoutDataSaver = (css: string): string =>
  changed(css, (rule, query) => {
    if (DATA_SAVER.test(query)) rule.remove();
  }).toString();

/** No first paint waits for it: also what moves, what a pointer changes, and what screen readers do without. */
function isForLater(node: ChildNode): boolean {
  if (node.type === "atrule" && LATER.test(node.params)) return true;
  if (node.type === "rule" && node.selectors.every((one) => HOVERED.test(one))) return true;
  if (node.type === "decl" && (node.prop === "transition" || / \/ ""$/.test(node.value)))
    return true;
  return (
    node.parent !== undefined && node.parent.type !== "root" && isForLater(node.parent as ChildNode)
  );
}

/** The declarations of a stylesheet that are chosen, in their rules. */
function partOf(css: string, isChosen: (declaration: Declaration) => boolean): Root {
  const root = parse(css);
  root.walkDecls((declaration) => {
    if (isChosen(declaration)) return;
    let gone: ChildNode = declaration;
    while (gone.parent?.nodes?.length === 1 && gone.parent.type !== "root")
      gone = gone.parent as ChildNode;
    gone.remove();
  });
  return root;
}

/** What a page shows at first, in its HTML. */
export const firstOf = (css: string): string =>
  partOf(css, (declaration) => !isForLater(declaration)).toString();

/** The rest, which all pages link. Browsers older than the query for scripts have its rules without it. */
export function laterOf(css: string): string {
  const later = partOf(css, isForLater);
  later.walkAtRules((rule) => {
    if (SCRIPTS.test(rule.params)) rule.replaceWith(rule.nodes ?? []);
  });
  return later.toString();
}

/**
 * The same stylesheet for pages under data saver: nothing in it is fetched, and the rules for pages without
 * scripts hold, though the browser has scripts.
 * @throws Error when a URL is left that a browser would fetch
 */
export function forDataSaver(css: string): string {
  const root = changed(css, (rule, query) => {
    if (rule.name === "font-face" || SCRIPTS.test(query)) rule.remove();
    else if (DATA_SAVER.test(query)) rule.replaceWith(rule.nodes ?? []);
    else if (query !== "")
      rule.params = query
        .replace(/\(scripting:\s*none\)\s*and\s*/, "")
        .replace(/\(scripting:\s*none\)/, "all");
  });
  root.walkDecls("background-image", (declaration) => {
    const { parent, value } = declaration;
    if (!value.startsWith("url(")) return;
    declaration.remove();
    if (parent?.nodes.length === 0) parent.remove();
  });
  const own = root.toString();
  const [left] = /url\((?!"?data:)[^)]*\)/.exec(own) ?? [];
  if (left) throw new Error(`a browser would fetch ${left} under data saver`);
  return own;
}

/**
 * One stylesheet for what every page needs and one for each page, in one folder with a hash over all. Both are
 * in the HTML of a page; the browser finds the stylesheet of another page by the page's name
 * (`client/router/open-page.ts`). They follow the imports of modules, not chunks: a chunk that all pages load has
 * styles of components that most pages do not show (docs/decisions/0029).
 */
export function pageStylesPlugin(language: Language): Plugin {
  return {
    name: "page-styles",
    apply: "build",
    applyToEnvironment: (environment) => environment.config.consumer === "client",
    load: {
      filter: { id: VITE_HELPER },
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
        const scripts = files.map((file) => (file.type === "chunk" ? file.code : "")).join("\n");
        const rules = new Map(
          [...rulesOf(String(all.source))].filter(([, css]) => isUsed(css, scripts)),
        );
        const texts = stylesheetTexts(entryPoints, (id) => this.getModuleInfo(id), rules);
        const hash = createHash("sha256").update(JSON.stringify(texts.toSorted()));
        const folder = `assets/styles-${hash.digest("base64url").slice(0, 8)}`;
        const emit = (fileName: string, source: string) =>
          this.emitFile({ type: "asset", fileName, source });
        for (const [page, text] of texts) {
          if (text.includes("</style")) this.error(`${page}: the stylesheet contains </style`);
          emit(`${folder}/${page}.css`, firstOf(withoutDataSaver(text)));
          // Those for pages under data saver are in their HTML alone, and not served.
          emit(`.vite/data-saver-styles.${language}/${page}.css`, forDataSaver(text));
        }
        emit(`${folder}/later.css`, laterOf(withoutDataSaver([...rules.values()].join(""))));
        // Tells the built server the folder.
        emit(`.vite/page-styles.${language}.json`, JSON.stringify({ folder }));
        delete bundle[all.fileName];
      },
    },
  };
}
