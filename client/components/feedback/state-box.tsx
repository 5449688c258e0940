import type { ReactNode, Ref } from "react";
import * as words from "../../../content/words/en/feedback.json";
import { siteHref } from "../../format/site-href.ts";
import button from "../links/button.module.css";
import styles from "./state-box.module.css";
import { useRecovery } from "./use-recovery.ts";

interface Props {
  /** `alert` for a failure, `status` for an empty list. */
  kind: "empty" | "failed";
  title: string;
  ref?: Ref<HTMLDivElement>;
  children?: ReactNode;
}

/** A box in place of content that is empty or failed. */
export function StateBox({ kind, title, ref, children }: Props) {
  return (
    <div
      ref={ref}
      className={`${styles.box} note stack tight`}
      data-kind={kind}
      role={kind === "failed" ? "alert" : undefined}
    >
      <p className="large semibold">{title}</p>
      {children}
    </div>
  );
}

/** Spec section 8: a failure with a retry link that works without scripts. */
export function FailedBox({ title, href }: { title: string; href: string }) {
  return (
    <StateBox ref={useRecovery()} kind="failed" title={title}>
      <p>
        <a className={`${button.button} ${button.plain}`} href={siteHref(href)}>
          {words.retry}
        </a>
      </p>
    </StateBox>
  );
}
