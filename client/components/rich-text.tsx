import { useMemo } from "react";
import type { SafeHtml } from "../../shared/model/safe-html.ts";
import styles from "./rich-text.module.css";
import { trustedHtml } from "./trusted-html.ts";

/** Prints cleaned HTML: the one user of `dangerouslySetInnerHTML`. */
export function RichText({ html }: { html: SafeHtml }) {
  // The same object while the words are the same: another one is printed anew.
  const printed = useMemo(() => trustedHtml(html), [html]);
  return (
    <div
      className={styles.text}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: `SafeHtml` passed the allow-list
      dangerouslySetInnerHTML={{ __html: printed }}
    />
  );
}
