import type { ReactNode } from "react";
import button from "../links/button.module.css";
import styles from "./state-box.module.css";

interface Props {
  /** `alert` for a failure, `status` for an empty list. */
  kind: "empty" | "failed";
  title: string;
  children?: ReactNode;
}

/** A box in place of content that is empty or failed. */
export function StateBox({ kind, title, children }: Props) {
  return (
    <div className={styles.box} data-kind={kind} role={kind === "failed" ? "alert" : undefined}>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  );
}

/** Spec section 8: a failure with a retry link that works without scripts. */
export function FailedBox({ title, href }: { title: string; href: string }) {
  return (
    <StateBox kind="failed" title={title}>
      <p>
        <a className={`${button.button} ${button.plain}`} href={href}>
          Retry
        </a>
      </p>
    </StateBox>
  );
}
