import type { ReactNode } from "react";
import * as words from "../../../content/words/en/data-saver.json";
import { dataSaver } from "../../data/data-saver-context.ts";

/** For browsers whose scripts are off. Under data saver the page has none though the browser runs them. */
export function WithoutScripts({ children }: { children: ReactNode }) {
  if (import.meta.env.SSR && dataSaver()) return <p>{words.needsScripts}</p>;
  return <noscript>{children}</noscript>;
}
