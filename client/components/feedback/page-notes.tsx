import type { ReactNode } from "react";
import * as words from "../../../content/words/en/data-saver.json";
import { inEnglish } from "../../../content/words/en/in-english.json";
import { code } from "../../../content/words/en/language.json";
import { dataSaver } from "../../data/request-context.ts";

/** The line above content that exists only in English. */
export const EnglishNote = () => <p className="page">{inEnglish}</p>;

/** Marks a page whose own text is all English. Text that the page shares with other pages is marked by `sharedLanguage`. */
export function InEnglish({ children }: { children: ReactNode }) {
  if (code === "en") return children;
  return (
    <>
      <EnglishNote />
      <div lang="en">{children}</div>
    </>
  );
}

/** The `lang` of text in the language of the build, such as dates, on a page of `InEnglish`. */
export const sharedLanguage = code === "en" ? undefined : code;

/**
 * Renders a message for browsers without scripts. A page under data saver always shows it, because the page has no scripts even if the
 * browser runs them.
 */
export function WithoutScripts({ children }: { children: ReactNode }) {
  if (import.meta.env.SSR && dataSaver()) return <p>{words.needsScripts}</p>;
  return <noscript>{children}</noscript>;
}
