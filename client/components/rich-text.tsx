import type { SafeHtml } from "../../shared/model/safe-html.ts";
import styles from "./rich-text.module.css";

/** Prints cleaned HTML: the one user of `dangerouslySetInnerHTML` for text that came from outside. */
export function RichText({ html }: { html: SafeHtml }) {
  return (
    <div
      className={styles.text}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: `SafeHtml` passed the allow-list
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
