import type { ReactNode } from "react";
import * as words from "../../../content/words/en/data-saver.json";
import { inEnglish } from "../../../content/words/en/in-english.json";
import { code } from "../../../content/words/en/language.json";
import { dataSaver } from "../../data/request-context.ts";

/** The line above what exists in English alone. */
export const EnglishNote = () => <p className="page">{inEnglish}</p>;

/** A page whose own words are all English. The words it shares with other pages are marked by `sharedLanguage`. */
export function InEnglish({ children }: { children: ReactNode }) {
  if (code === "en") return children;
  return (
    <>
      <EnglishNote />
      <div lang="en">{children}</div>
    </>
  );
}

/** The `lang` of words in the language of the build, such as dates, on a page of `InEnglish`. */
export const sharedLanguage = code === "en" ? undefined : code;

/** For browsers whose scripts are off. Under data saver the page has none though the browser runs them. */
export function WithoutScripts({ children }: { children: ReactNode }) {
  if (import.meta.env.SSR && dataSaver()) return <p>{words.needsScripts}</p>;
  return <noscript>{children}</noscript>;
}
