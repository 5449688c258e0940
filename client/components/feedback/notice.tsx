import type { ReactNode } from "react";
import type { PageLink } from "../../page.ts";
import { ButtonLink } from "../links/button.tsx";
import { LinkList } from "../links/link.tsx";
import styles from "./notice.module.css";

interface Props {
  title: string;
  className?: string | undefined;
  before?: ReactNode;
  children?: ReactNode;
  /** Links of the notice. The first is a button. */
  actions?: readonly PageLink[];
}

/** A page with one message: not found, failed, empty. */
export function Notice({ title, className = "", before, children, actions = [] }: Props) {
  const [main, ...others] = actions;
  return (
    <section className={`${styles.notice} page band stack ${className}`}>
      {before}
      <h1>{title}</h1>
      <div className="intro stack">{children}</div>
      {main && (
        <div className="stack">
          <ButtonLink href={main.href}>{main.text}</ButtonLink>
          {others.length > 0 && <LinkList className="links" links={others} />}
        </div>
      )}
    </section>
  );
}
