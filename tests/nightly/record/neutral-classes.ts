import { createHash } from "node:crypto";

const RULE = /([^{}]*)\{([^{}]*)\}/g;
const CLASS = /\.(-?[A-Za-z_][\w-]*)/g;
const STYLES = /<style[^>]*>([\s\S]*?)<\/style>/g;

const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 5);

/** A name that no rule of the page mentions; that of a module is a number. */
const withoutScope = (name: string) => name.replace(/^_[\da-z]+$/, "_*");

/** Each class of a stylesheet under a digest of the rules that mention it, whatever it is called. */
function nameByRules(css: string): Map<string, string> {
  const rules = new Map<string, string[]>();
  const animations = [...css.matchAll(/@keyframes ([\w-]+)/g)].map(([, name = ""]) => name);
  const plain = animations.reduce((text, name) => text.replaceAll(name, "[animation]"), css);
  for (const [, selector = "", declarations = ""] of plain.matchAll(RULE)) {
    for (const name of new Set([...selector.matchAll(CLASS)].map(([, found = ""]) => found))) {
      const own = selector.replace(CLASS, (_, found) => (found === name ? ".&" : ".*"));
      const known = rules.get(name) ?? [];
      known.push(`${own.split(",").sort().join()}{${declarations}}`);
      rules.set(name, known);
    }
  }
  const named = [...rules].map(
    ([name, texts]) => [name, `c-${digest(texts.sort().join("\n"))}`] as const,
  );
  return new Map([...named, ...animations.map((name) => [name, "[animation]"] as const)]);
}

const known = new Map<string, Map<string, string>>();

function namesOf(css: string): Map<string, string> {
  const found = known.get(css) ?? nameByRules(css);
  known.set(css, found);
  return found;
}

/**
 * Replaces the names of classes, in the page's own stylesheets and in its elements, by what their rules say: a
 * class that is renamed or moves to another file stays the same, an element that gets another class does not.
 */
export function neutralClasses(html: string): string {
  const css = [...html.matchAll(STYLES)].map(([, text = ""]) => text).join("\n");
  if (css === "") return html;
  const names = namesOf(css);
  const inSelectors = (text: string) =>
    text
      .replaceAll(CLASS, (whole, name) => (names.has(name) ? `.${names.get(name)}` : whole))
      .replaceAll(/(@keyframes |animation:)([\w-]+)/g, (whole, before, name) =>
        names.has(name) ? `${before}${names.get(name)}` : whole,
      );
  return html
    .replaceAll(STYLES, (whole, text) => whole.replace(text, () => inSelectors(text)))
    .replaceAll(/ class="([^"]*)"/g, (_, list: string) => {
      const all = list.split(" ").map((name) => names.get(name) ?? withoutScope(name));
      return ` class="${all.join(" ")}"`;
    });
}
