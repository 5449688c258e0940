import type { ReactNode } from "react";
import { ButtonLink } from "./button-link.tsx";
import { Link } from "./link.tsx";
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
  /** A drawing beside the words, or above them on small screens. */
  picture?: ReactNode;
  children?: ReactNode;
  actions?: readonly NoticeAction[];
}

/** A page that has one thing to say: not found, failed, nothing here. */
export function Notice({ title, mark, picture, children, actions = [] }: Props) {
  return (
    <section className={picture ? `${styles.notice} ${styles.pictured}` : styles.notice}>
      {picture && <div className={styles.picture}>{picture}</div>}
      {mark !== undefined && (
        <p className={styles.mark} aria-hidden="true">
          {mark}
        </p>
      )}
      <h1>{title}</h1>
      <div className={styles.text}>{children}</div>
      {actions.length > 0 && <Actions actions={actions} />}
    </section>
  );
}

/** The one thing to do as a button, other ways on as a row of links. */
function Actions({ actions }: { actions: readonly NoticeAction[] }) {
  const main = actions.filter(({ isMain }) => isMain);
  const others = actions.filter(({ isMain }) => !isMain);
  return (
    <div className={styles.actions}>
      {main.map(({ text, href }) => (
        <ButtonLink key={href} href={href}>
          {text}
        </ButtonLink>
      ))}
      {others.length > 0 && (
        <ul role="list">
          {others.map(({ text, href }) => (
            <li key={href}>
              <Link to={href}>{text}</Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
