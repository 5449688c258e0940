import type { ReactNode } from "react";
import { inEnglish } from "../../../content/words/en/in-english.json";
import { code } from "../../../content/words/en/language.json";

interface Props {
  /** Of an entry: absent where it is translated. */
  entry?: { language?: "en" };
  children: ReactNode;
}

/** What exists in English alone: where the site is in another language, a line says so. */
export function InEnglish({ entry, children }: Props) {
  if (code === "en" || (entry && !entry.language)) return children;
  return (
    <>
      <p className="page">{inEnglish}</p>
      <div lang="en">{children}</div>
    </>
  );
}
