import type { Plugin } from "vite";

/** Modules that the bundled server has in place of those of these names. */
const REPLACED: Readonly<Record<string, string>> = {
  // An ES import reads every export once, and with `WebSocket` loads Node's own copy of undici.
  "node:http": 'module.exports = process.getBuiltinModule("node:http");',
  // What is imported of it. Its entry also loads fetch, WebSocket, caches and mocks, six times as much memory.
  // An import of another name fails the build.
  undici: `
    import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
    import api from "undici/lib/api/index.js";
    Object.assign(Dispatcher.prototype, api);
    export { default as Agent } from "undici/lib/dispatcher/agent.js";
    export { default as Pool } from "undici/lib/dispatcher/pool.js";
    export { default as buildConnector } from "undici/lib/core/connect.js";`,
  // @fastify/static calls it for `wildcard: false` only, which is not used.
  glob: "module.exports = {};",
  // sanitize-html calls it for `parseStyleAttributes` only, which is off.
  postcss: "module.exports = {};",
};

const MARK = "\0in-place-of:";

const inPlaceOf: Plugin = {
  name: "in-place-of",
  enforce: "pre",
  resolveId: (id) => (Object.hasOwn(REPLACED, id) ? MARK + id : null),
  load: (id) => (id.startsWith(MARK) ? (REPLACED[id.slice(MARK.length)] ?? null) : null),
};

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** V8 stores a text with one character beyond Latin-1 in twice the memory, for as long as the process runs. */
const escapedText: Plugin = {
  name: "escaped-text",
  // Whatever prints the code before prints characters.
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        if (/\\[\u0100-\uffff]/.test(file.code))
          this.error(`${file.fileName}: a backslash before a character that is to be escaped`);
        file.code = file.code.replace(/[\u0100-\uffff]/g, escaped);
      }
    },
  },
};

/** Less time and memory for a start; the server does the same. */
export const lighterServerPlugins: Plugin[] = [inPlaceOf, escapedText];
