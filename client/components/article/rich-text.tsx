import { useMemo } from "react";
import type { SafeHtml } from "../../../shared/model/item-fields.schema.ts";
import { dataSaver } from "../../data/data-saver-context.ts";
import { inLanguage } from "../../format/in-language.ts";
import { leaveImagesOut } from "../media/left-out-images.ts";
import styles from "./rich-text.module.css";
import { trustedHtml } from "./trusted-html.ts";

/** Renders sanitised HTML: the one user of `dangerouslySetInnerHTML`. */
export function RichText({
  html,
  language,
}: {
  html: SafeHtml;
  language?: string | null | undefined;
}) {
  const shown = import.meta.env.SSR && dataSaver() ? leaveImagesOut(html) : html;
  // React sets the HTML again whenever this object changes.
  const trusted = useMemo(() => trustedHtml(shown), [shown]);
  return (
    <div
      className={styles.text}
      {...inLanguage(language)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: `SafeHtml` passed the allow-list
      dangerouslySetInnerHTML={{ __html: trusted }}
    />
  );
}
