import { type ReactNode, useEffect, useRef } from "react";
import styles from "./reveal.module.css";
import { watchUntilSeen } from "./reveal-observer.ts";

interface Props {
  as?: "div" | "li";
  /** Place in a list: neighbours follow one another a moment later. */
  order?: number;
  className?: string | undefined;
  children: ReactNode;
}

const DELAYS = ["", styles.second, styles.third, styles.fourth];

/**
 * Spec section 4: fades in and rises 20 px when scrolled into view, once. Nothing is hidden before
 * scripts run, nothing that a reader already sees, and nothing where less motion is asked for.
 */
export function Reveal({ as: Tag = "div", order = 0, className = "", children }: Props) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => (element.current ? watchUntilSeen(element.current) : undefined), []);
  const take = (node: HTMLElement | null) => {
    element.current = node;
  };
  return (
    <Tag ref={take} className={`${styles.reveal} ${DELAYS[order % DELAYS.length]} ${className}`}>
      {children}
    </Tag>
  );
}
