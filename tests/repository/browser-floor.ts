import bcd from "@mdn/browser-compat-data" with { type: "json" };
import type { CompatStatement, Identifier } from "@mdn/browser-compat-data";
import manifest from "../../package.json" with { type: "json" };

/** The oldest browsers in which scripts and styles have to work, from `browserslist` in package.json. */
const floor = manifest.browserslist.map((line) => {
  const [name = "", version = ""] = line.split(" ");
  return { browser: name === "ios_saf" ? "safari_ios" : name, version: Number(version) };
});

type Browser = keyof CompatStatement["support"];

const versionOf = (added: unknown): number => {
  if (added === true) return 0;
  return typeof added === "string" ? Number.parseFloat(added.replace("≤", "")) : Number.NaN;
};

/** Names the oldest browsers that lack a feature, each with the version that has it. */
function missingIn({ support }: CompatStatement): string[] {
  return floor.flatMap(({ browser, version }) => {
    const statements = [support[browser as Browser] ?? []].flat();
    const whole = statements.filter((one) => !one.flags && !one.partial_implementation);
    const first = Math.min(
      ...whole.map((one) => versionOf(one.version_added)).filter((one) => !Number.isNaN(one)),
    );
    return first <= version
      ? []
      : [`${browser} ${first === Number.POSITIVE_INFINITY ? "none" : first}`];
  });
}

const node = (tree: Identifier | undefined, key: string): Identifier | undefined =>
  tree !== undefined && Object.hasOwn(tree, key) ? tree[key] : undefined;

/** Names the oldest browsers that lack a feature, or returns null. A feature unknown to the data counts as present. */
const missing = (found: Identifier | undefined): string[] | null => {
  const list = found?.__compat ? missingIn(found.__compat) : [];
  return list.length > 0 ? list : null;
};

/** The owners of each method name, with the method's compatibility data. */
const methods = new Map<string, { owner: string; feature: Identifier }[]>();
for (const tree of [bcd.api, bcd.javascript.builtins])
  for (const [owner, members] of Object.entries(tree ?? {}))
    for (const [key, feature] of Object.entries(members)) {
      if (key === "__compat" || !feature.__compat) continue;
      const name = key.replace(/_static$/, "");
      methods.set(name, [...(methods.get(name) ?? []), { owner, feature }]);
    }

/** Names the browsers that lack a called method, but only if every owner of such a method is newer than the oldest browsers. */
export function missingMethod(name: string, object: string | null): string[] | null {
  const all = methods.get(name) ?? [];
  const own = all.filter(({ owner }) => owner === object);
  const owners = own.length > 0 ? own : all;
  const lists = owners.map(({ feature }) => missing(feature));
  return owners.length > 0 && lists.every((list) => list !== null) ? (lists[0] ?? null) : null;
}

export const missingGlobal = (name: string) =>
  missing(node(bcd.api, name) ?? node(bcd.javascript.builtins, name));

export const missingProperty = (name: string) => missing(node(bcd.css.properties, name));

export const missingValue = (property: string, value: string) =>
  missing(node(node(bcd.css.properties, property), value));

export const missingSelector = (pseudo: string) => missing(node(bcd.css.selectors, pseudo));

export const missingAtRule = (name: string) => missing(node(bcd.css["at-rules"], name));

export const missingMediaFeature = (name: string) =>
  missing(node(node(bcd.css["at-rules"], "media"), name));

/** Looks up a function or unit in a value (`color-mix`, `dvh`), wherever the data keeps it. */
export function missingInValue(word: string): string[] | null {
  const { types } = bcd.css;
  const key = /^[ds]v[hw]$/.test(word) ? "viewport_percentage_units_dynamic" : word;
  const places = [types, node(types, "color"), node(types, "length"), node(types, "image")];
  return places.map((place) => missing(node(place, key))).find((list) => list !== null) ?? null;
}
