import type { ReactNode } from "react";
import { ButtonLink, Link } from "../links/link.tsx";
import styles from "./notice.module.css";

type Action = { text: string; href: string; isMain?: boolean };

interface Props {
  title: string;
  /** Large text above the title, such as 404. */
  mark?: string;
  /** Beside the text, above it on small screens. */
  picture?: ReactNode;
  children?: ReactNode;
  actions?: readonly Action[];
}

/** A page with one message: not found, failed, empty. */
export const Notice = ({ title, mark, picture, children, actions = [] }: Props) => (
  <section className={`${styles.notice} page band stack${picture ? ` ${styles.pictured}` : ""}`}>
    {picture && <div className={`${styles.picture} frame screen`}>{picture}</div>}
    {mark !== undefined && (
      <p className={styles.mark} aria-hidden="true">
        {mark}
      </p>
    )}
    <h1>{title}</h1>
    <div className="intro stack">{children}</div>
    {actions.length > 0 && <Actions actions={actions} />}
  </section>
);

function Actions({ actions }: { actions: readonly Action[] }) {
  const main = actions.filter(({ isMain }) => isMain);
  const others = actions.filter(({ isMain }) => !isMain);
  return (
    <div className="stack">
      {main.map(({ text, href }) => (
        <ButtonLink key={href} href={href}>
          {text}
        </ButtonLink>
      ))}
      {others.length > 0 && (
        <ul className="links" role="list">
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
