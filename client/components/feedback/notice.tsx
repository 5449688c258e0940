import type { ReactNode } from "react";
import { ButtonLink, Link } from "../links/link.tsx";
import styles from "./notice.module.css";

interface Props {
  title: string;
  className?: string | undefined;
  before?: ReactNode;
  children?: ReactNode;
  actions?: readonly { text: string; href: string; isMain?: boolean }[];
}

/** A page with one message: not found, failed, empty. */
export function Notice({ title, className = "", before, children, actions = [] }: Props) {
  const main = actions.filter(({ isMain }) => isMain);
  const others = actions.filter(({ isMain }) => !isMain);
  return (
    <section className={`${styles.notice} page band stack ${className}`}>
      {before}
      <h1>{title}</h1>
      <div className="intro stack">{children}</div>
      {actions.length > 0 && (
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
      )}
    </section>
  );
}
