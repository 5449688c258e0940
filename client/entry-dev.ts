/// <reference types="vite/client" />
// Does what Vite would put into an index.html: React refresh first, then the application.
// @ts-expect-error served by the React plugin in development
import { injectIntoGlobalHook } from "/@react-refresh";

injectIntoGlobalHook(window);
Object.assign(window, { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type });

await import("./styles/fonts.css");
await import("./styles/later.css");
await import("./entry-browser.ts");
