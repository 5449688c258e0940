import { globSync, readFileSync } from "node:fs";
import postcss, { type AtRule, type Declaration, type Rule } from "postcss";
import t from "tap";
import { parseAst } from "vite";
import {
  missingAtRule,
  missingGlobal,
  missingInValue,
  missingMediaFeature,
  missingMethod,
  missingProperty,
  missingSelector,
  missingValue,
} from "./browser-floor.ts";
import { isNode, walk } from "./walk.ts";

/** Features newer than the oldest browsers we support, used only where they exist. Each entry says what an older browser gets. */
const GUARDED_SCRIPT: Readonly<Record<string, string>> = {
  share: "the button is shown only where `navigator.share` is",
  hidePopover: "client/layout/site-header.tsx checks CSS.supports first",
  createPolicy: "client/components: HTML stays a string without trusted types",
  createHTML: "the same",
  createScriptURL: "client/offline/start.ts: the URL stays a string without trusted types",
  startViewTransition: "React, for <ViewTransition>, which no page uses",
  skipTransition: "the same",
  navigate: "React, only with the Navigation API",
};
/** Our own methods that share a name with a method that the oldest browsers lack. */
const OURS = new Set(["entry", "fallback", "format", "run", "sources", "use"]);

/** Style features that an older browser lacks, with the fallback it shows. */
const PROGRESSIVE: Readonly<Record<string, string>> = {
  "-webkit-font-smoothing": "letters as the system renders them",
  "align-content start": "in grids alone, where it is old",
  "accent-color": "boxes in the browser's own colour",
  "break-after avoid": "a printed page may end after a heading",
  "@page": "the margins that the browser chooses",
  "color-mix": "a hover without its lighter shade",
  "content-visibility": "only for print, in a rule of its own",
  cursor: "no mouse",
  "content alt text": "declared after the same text without",
  "forced-color-adjust": "buttons without their drawn sign where colours are forced",
  "field-sizing": "a text area that scrolls",
  "line-clamp": "with its prefix",
  "mask-image": "with its prefix",
  outline: "an outline with square corners",
  resize: "a text area that scrolls",
  "overscroll-behavior-x": "the page turns at the end of the slides",
  "scroll-snap-stop": "a quick swipe may pass a slide",
  "::-webkit-scrollbar": "the system's scroll bar",
  "overscroll-behavior": "the page scrolls at the end of a panel",
  "scrollbar-color": "the system's scroll bar",
  "scrollbar-width": "the system's scroll bar",
  "text-size-adjust": "with its prefix",
  "text-underline-offset": "underlines where the font puts them",
  "text-wrap": "lines break without balance",
  "touch-action": "a swipe scrolls",
  overlay: "the menu's own animation",
  rotate: "a turn without its animation",
  scale: "a hover without growth",
  translate: "a hover without its rise",
  "overflow clip": "the slides keep `auto hidden`",
  "overflow-x clip": "nothing of a page is wider than it",
  lh: "declared after a length in em",
  dvh: "declared after the same in vh",
  svh: "declared after the same in vh",
  "@starting-style": "the menu opens at once",
  "@media scripting":
    "controls that need scripts are shown, but do nothing, in old browsers without scripts",
  ":has": "outlines stay on the link, tiles show their radio",
  ":popover-open": "the menu is a list: client/layout/site-header.css",
  "::details-content": "closed answers stay closed in print",
  "::selection": "the system's colours",
  "::marker": "markers in the colour of the text",
  "::backdrop": "no shade behind",
};

const nameOf = (value: unknown) =>
  isNode(value) && value.type === "Identifier" ? String(value.name) : null;

/** Lists the calls, constructors, syntax and selectors of a script that the oldest browsers lack. */
function scriptFindings(source: string): string[] {
  const found: string[] = [];
  for (const node of walk(parseAst(source))) {
    const { callee } = node;
    if (node.type === "NewExpression" || node.type === "CallExpression") {
      const global = nameOf(callee);
      if (global && missingGlobal(global)) found.push(`${global}(): ${missingGlobal(global)}`);
      if (isNode(callee) && callee.type === "MemberExpression" && callee.computed === false) {
        const method = nameOf(callee.property) ?? "";
        const lacking = missingMethod(method, nameOf(callee.object));
        if (lacking && !OURS.has(method) && !(method in GUARDED_SCRIPT))
          found.push(`.${method}(): ${lacking}`);
      }
    }
    if (node.type === "StaticBlock") found.push("static block");
    if (isNode(node) && "regex" in node) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      if (/\(\?<[=!]/.test(pattern)) found.push(`lookbehind /${pattern}/`);
      if (/[dv]/.test(flags)) found.push(`flag of /${pattern}/${flags}`);
    }
  }
  return found;
}

/** Tells whether a rule is inside `@supports`, and so read only by browsers that have what it needs. */
const isGuarded = ({ parent }: AtRule | Rule | Declaration): boolean => {
  if (parent?.type === "atrule")
    return (parent as AtRule).name === "supports" || isGuarded(parent as AtRule);
  return parent?.type === "rule" && isGuarded(parent as Rule);
};

function declarationNames({ prop, value }: Declaration): [string, string[] | null][] {
  if (prop.startsWith("--")) return [];
  const words = value.match(/(?<![-\w.])[a-z-]+(?=\()|(?<=\d)(?:lh|[dsl]v[hw]|cq[a-z]+)\b/g) ?? [];
  const keywords = value.match(/(?<![-\w.("])[a-z][a-z-]+(?![\w(])/g) ?? [];
  return [
    [prop, missingProperty(prop)],
    ...words.map((word): [string, string[] | null] => [word, missingInValue(word)]),
    ...keywords.map((word): [string, string[] | null] => [
      `${prop} ${word}`,
      missingValue(prop, word),
    ]),
    ...(prop === "content" && value.includes("/")
      ? [["content alt text", missingValue("content", "alt_text")] as [string, string[] | null]]
      : []),
  ];
}

const pseudosOf = (selector: string) => selector.match(/::?[a-z-]+/g) ?? [];

/** Lists the properties, values, selectors and at-rules of a stylesheet that the oldest browsers lack. */
function styleFindings(source: string): string[] {
  const found: string[] = [];
  const check = (name: string, lacking: string[] | null, where: string) => {
    const isKnown = name in PROGRESSIVE || (name.split(" ")[0] ?? "") in PROGRESSIVE;
    if (lacking && !isKnown) found.push(`${name} (${lacking}) in ${where}`);
  };
  const root = postcss.parse(source);
  root.walkDecls((one) => {
    if (!isGuarded(one))
      for (const [name, lacking] of declarationNames(one)) check(name, lacking, String(one));
  });
  root.walkAtRules((one) => {
    if (one.name === "supports" || isGuarded(one)) return;
    check(`@${one.name}`, missingAtRule(one.name), one.params);
    if (one.name !== "media") return;
    if (/[<>]/.test(one.params)) found.push(`range in @media ${one.params}`);
    for (const [feature] of one.params.matchAll(/(?<=\()[a-z-]+/g))
      check(`@media ${feature}`, missingMediaFeature(feature), one.params);
  });
  root.walkRules((rule) => {
    if (isGuarded(rule)) return;
    const lacking = rule.selectors.filter((selector) =>
      pseudosOf(selector).some((pseudo) => missingSelector(pseudo.replace(/^::?/, ""))),
    );
    for (const pseudo of lacking.flatMap(pseudosOf))
      check(pseudo, missingSelector(pseudo.replace(/^::?/, "")), rule.selector);
    // A browser that does not know one selector drops the whole list.
    if (lacking.length > 0 && lacking.length < rule.selectors.length)
      found.push(`${rule.selector} is dropped as a whole`);
  });
  return found;
}

const findingsIn = (extension: string, find: (source: string) => string[]) =>
  globSync(`dist/client/assets/**/*${extension}`).flatMap((file) =>
    find(readFileSync(file, "utf8")).map((finding) => `${file}: ${finding}`),
  );

t.test("the oldest browsers have all that the scripts call, or it is guarded", async (t) => {
  t.same(findingsIn(".js", scriptFindings), []);
});

t.test("the oldest browsers have all that the stylesheets need, or a fallback", async (t) => {
  t.same(findingsIn(".css", styleFindings), []);
});
