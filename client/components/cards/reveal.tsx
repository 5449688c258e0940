import { type ReactNode, useEffect, useRef } from "react";
import styles from "./reveal.module.css";
import { watchUntilSeen } from "./reveal-observer.ts";

interface Props {
  as?: "div" | "li";
  /** Index in a list: each is shown a moment after the one before. */
  order?: number;
  className?: string | undefined;
  children: ReactNode;
}

const DELAYS = ["", styles.second, styles.third, styles.fourth];

/**
 * Spec section 4: fades in and rises 20 px when scrolled into view, once. Nothing is hidden
 * without scripts, nothing that is already visible, and nothing under `prefers-reduced-motion`.
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
