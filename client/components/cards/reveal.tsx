import { type ReactNode, useEffect, useRef } from "react";
import styles from "./reveal.module.css";
import { watchUntilSeen } from "./reveal-observer.ts";

interface Props {
  as?: "div" | "li";
  className?: string | undefined;
  children: ReactNode;
}

/**
 * Spec section 4: fades in and rises 20 px when scrolled into view, once. Nothing is hidden
 * without scripts, nothing that is already visible, and nothing under `prefers-reduced-motion`.
 */
export function Reveal({ as: Tag = "div", className = "", children }: Props) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => (element.current ? watchUntilSeen(element.current) : undefined), []);
  const take = (node: HTMLElement | null) => {
    element.current = node;
  };
  return (
    <Tag ref={take} className={`${styles.reveal} ${className}`}>
      {children}
    </Tag>
  );
}
