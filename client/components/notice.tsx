import type { ReactNode } from "react";
import { ButtonLink } from "./button-link.tsx";
import styles from "./notice.module.css";

export interface NoticeAction {
  text: string;
  href: string;
  isMain?: boolean;
}

interface Props {
  title: string;
  /** A large word above the title, such as 404. */
  mark?: string;
  children?: ReactNode;
  actions?: readonly NoticeAction[];
}

/** A page that has one thing to say: not found, failed, nothing here. */
export function Notice({ title, mark, children, actions = [] }: Props) {
  return (
    <section className={styles.notice}>
      {mark !== undefined && (
        <p className={styles.mark} aria-hidden="true">
          {mark}
        </p>
      )}
      <h1>{title}</h1>
      <div className={styles.text}>{children}</div>
      {actions.length > 0 && (
        <ul className={styles.actions} role="list">
          {actions.map(({ text, href, isMain }) => (
            <li key={href}>
              <ButtonLink href={href} look={isMain ? "main" : "plain"}>
                {text}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
