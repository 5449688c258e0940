import type { ReactNode } from "react";
import * as words from "../../../content/words/en/data-saver.json";
import { inEnglish } from "../../../content/words/en/in-english.json";
import { code } from "../../../content/words/en/language.json";
import { dataSaver } from "../../data/request-context.ts";

type Props = { entry?: { language?: "en" }; children: ReactNode };

/** What exists in English alone, as an entry does that names its language: elsewhere a line says so. */
export function InEnglish({ entry, children }: Props) {
  if (code === "en" || (entry && !entry.language)) return children;
  return (
    <>
      <p className="page">{inEnglish}</p>
      <div lang="en">{children}</div>
    </>
  );
}

/** For browsers whose scripts are off. Under data saver the page has none though the browser runs them. */
export function WithoutScripts({ children }: { children: ReactNode }) {
  if (import.meta.env.SSR && dataSaver()) return <p>{words.needsScripts}</p>;
  return <noscript>{children}</noscript>;
}
