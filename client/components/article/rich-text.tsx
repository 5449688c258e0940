import { useMemo } from "react";
import type { SafeHtml } from "../../../shared/model/safe-html.ts";
import styles from "./rich-text.module.css";
import { trustedHtml } from "./trusted-html.ts";

/** Renders sanitised HTML: the one user of `dangerouslySetInnerHTML`. */
export function RichText({ html }: { html: SafeHtml }) {
  // React sets the HTML again whenever this object changes.
  const trusted = useMemo(() => trustedHtml(html), [html]);
  return (
    <div
      className={styles.text}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: `SafeHtml` passed the allow-list
      dangerouslySetInnerHTML={{ __html: trusted }}
    />
  );
}
