import { createContext, use } from "react";

/** A page without scripts, fonts and pictures, for a visitor who saves data (docs/decisions/0060). */
export interface DataSaver {
  /** The bytes of a built file as it is sent; null where they are not known. */
  sizeOf: (url: string) => number | null;
  /** Adds a file that another visitor's page loads. */
  leaveOut: (url: string) => void;
}

/** Null on other pages, and in the browser. */
export const DataSaverContext = /* @__PURE__ */ createContext<DataSaver | null>(null);

/** Call it under `import.meta.env.SSR` only, so that nothing of data saver is in a script. */
export const dataSaver = () => use(DataSaverContext);
