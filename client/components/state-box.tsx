import type { ReactNode } from "react";
import button from "./button.module.css";
import styles from "./state-box.module.css";

interface Props {
  /** `alert` for a failure, `status` for nothing-here. */
  kind: "empty" | "failed";
  title: string;
  children?: ReactNode;
}

/** One box of a page that has nothing to show, and why. */
export function StateBox({ kind, title, children }: Props) {
  return (
    <div className={styles.box} data-kind={kind} role={kind === "failed" ? "alert" : undefined}>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  );
}

/** Spec section 8: a failure, and a way to try once more that works without scripts. */
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
