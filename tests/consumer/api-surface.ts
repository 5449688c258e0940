type Json = { [key: string]: unknown };
export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const at = (value: unknown, key: string): unknown =>
  isJson(value) ? value[key] : undefined;

/** Follows a reference in an OpenAPI document; any other value is returned as it is. */
export function referredIn(document: unknown, value: unknown): unknown {
  const reference = at(value, "$ref");
  if (typeof reference !== "string") return value;
  return reference.slice(2).split("/").reduce(at, document);
}

/**
 * The names that a consumer may rely on: operations, parameters, fields of request bodies, of successful responses and of problems,
 * each with its types. `required` are the names that a request must have.
 */
export interface ApiSurface {
  names: Map<string, string>;
  required: Set<string>;
}

/** Reads the surface of an OpenAPI document. */
export function surfaceOf(document: unknown): ApiSurface {
  const names = new Map<string, Set<string>>();
  const required = new Set<string>();

  const referred = (value: unknown) => referredIn(document, value);

  function addSchema(name: string, given: unknown, isSent: boolean): void {
    const schema = referred(given);
    const choices = [at(schema, "anyOf"), at(schema, "oneOf"), at(schema, "allOf")].flat();
    const types = [at(schema, "type") ?? []].flat().map(String);
    const known = names.get(name) ?? new Set();
    names.set(name, known);
    for (const type of types) known.add(type);
    for (const choice of choices) if (choice !== undefined) addSchema(name, choice, isSent);
    const items = at(schema, "items");
    if (items !== undefined) addSchema(`${name}[]`, items, isSent);
    const properties = at(schema, "properties");
    const needed = at(schema, "required");
    for (const [key, inner] of Object.entries(isJson(properties) ? properties : {})) {
      addSchema(`${name}.${key}`, inner, isSent);
      if (isSent && Array.isArray(needed) && needed.includes(key)) required.add(`${name}.${key}`);
    }
  }

  function addOperation(operation: Json, call: string): void {
    const id = String(operation.operationId);
    names.set(`${id} ${call}`, new Set());
    for (const given of [operation.parameters ?? []].flat()) {
      const parameter = referred(given);
      const name = `${id} ${String(at(parameter, "in"))} ${String(at(parameter, "name"))}`;
      addSchema(name, at(parameter, "schema"), true);
      if (at(parameter, "required") === true) required.add(name);
    }
    const json = "application/json";
    const sent = at(at(at(operation.requestBody, "content"), json), "schema");
    if (sent !== undefined) addSchema(`${id} body`, sent, true);
    for (const [status, given] of Object.entries(operation.responses ?? {})) {
      const content = at(referred(given), "content");
      names.set(`${id} ${status}`, new Set());
      const received = at(at(content, json), "schema");
      if (received !== undefined) addSchema(`${id} ${status}`, received, false);
    }
  }

  const paths = at(document, "paths");
  for (const [path, methods] of Object.entries(isJson(paths) ? paths : {}))
    for (const [method, operation] of Object.entries(isJson(methods) ? methods : {}))
      if (isJson(operation)) addOperation(operation, `${method.toUpperCase()} ${path}`);
  addSchema("Problem", { $ref: "#/components/schemas/Problem" }, false);
  const lines = [...names].map(([name, types]) => [name, [...types].sort().join("|")] as const);
  return { names: new Map(lines), required };
}

/** Matches the parent of a name, as `listNews 200.data[]` is the parent of `.slug`. */
const PARENT = /^.*[ .]/;

/** Returns one sorted line for the parts of each name: `listNews 200.data[].: id string; slug string!` (`!`: required). */
export function surfaceLines({ names, required }: ApiSurface): string[] {
  const lines = new Map<string, string[]>();
  for (const [name, types] of [...names].sort()) {
    const parent = PARENT.exec(name)?.[0] ?? "";
    const part = `${name.slice(parent.length)} ${types || "-"}${required.has(name) ? "!" : ""}`;
    lines.set(parent, [...(lines.get(parent) ?? []), part]);
  }
  return [...lines].map(([parent, parts]) => `${parent}: ${parts.join("; ")}`).sort();
}

/** Reads the lines that `surfaceLines` writes. */
export function readSurface(text: string): ApiSurface {
  const surface: ApiSurface = { names: new Map(), required: new Set() };
  for (const line of text.split("\n").filter((one) => one !== "")) {
    const cut = line.indexOf(": ");
    for (const part of line.slice(cut + 2).split("; ")) {
      const [key, types = ""] = part.replace(/!$/, "").split(/ (?=\S+$)/);
      const name = line.slice(0, cut) + key;
      surface.names.set(name, types === "-" ? "" : types);
      if (part.endsWith("!")) surface.required.add(name);
    }
  }
  return surface;
}

const operationOf = (name: string) => name.split(" ", 1)[0] ?? "";

/** Returns the next release's surface: keeps everything that was promised, and promises everything new. */
export function mergedSurface(released: ApiSurface, current: ApiSurface): ApiSurface {
  const known = new Set([...released.names.keys()].map(operationOf));
  const required = [...current.required].filter(
    (name) => released.required.has(name) || !known.has(operationOf(name)),
  );
  return {
    names: new Map([...released.names, ...current.names]),
    required: new Set(required),
  };
}

/**
 * Returns the new operations by their path, and the new fields and parameters of known operations, unless the newest version's changes
 * name them.
 */
export function untoldNames(
  released: ApiSurface,
  current: ApiSurface,
  changes: readonly string[],
): string[] {
  const known = new Set([...released.names.keys()].map(operationOf));
  const words = new Set(changes.flatMap((change) => change.match(/[\w/{}.-]*[\w}]/g) ?? []));
  return [...current.names.keys()]
    .filter((name) => !released.names.has(name))
    .filter((name) => known.has(operationOf(name)) || / \//.test(name))
    .filter((name) => {
      const key = name.replace(PARENT, "").replaceAll("[]", "");
      return key !== "" && !/^\d+$/.test(key) && !words.has(key);
    });
}

const typesIn = (types: string) => types.split("|").filter((type) => type !== "");

/** Lists what a consumer of `released` would miss in `current`; requests may only become more lenient, responses stricter. */
export function brokenPromises(released: ApiSurface, current: ApiSurface): string[] {
  const broken: string[] = [];
  for (const [name, types] of released.names) {
    const now = current.names.get(name);
    if (now === undefined) {
      broken.push(`${name} is gone`);
      continue;
    }
    const isSent = /^\w+ (?:body|query|path|header)\b/.test(name);
    const [from, to] = isSent ? [types, now] : [now, types];
    const allowed = typesIn(to).flatMap((type) => (type === "number" ? [type, "integer"] : [type]));
    const isKept = typesIn(from).every((type) => allowed.includes(type));
    if (!isKept && to !== "") broken.push(`${name} was ${types}, is ${now}`);
  }
  const operations = new Set([...released.names.keys()].map(operationOf));
  for (const name of current.required)
    if (!released.required.has(name) && operations.has(operationOf(name)))
      broken.push(`${name} is required now`);
  return broken;
}
