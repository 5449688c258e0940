import { type ReactNode, useEffect, useRef, useState } from "react";
import { useIsHydrating } from "../../components/use-is-hydrating.ts";
import styles from "./loading-veil.module.css";

/** Spec section 9, mock project loading. On navigation within the site only, never on a page load. */
const PROJECT_LOADING_MS = 1_000;

const LOADING = "Loading project...";

/**
 * The spec's loading state. What comes is laid out already, hidden below bars of its own size, so
 * that nothing moves when it shows. The words of the state are the page's heading meanwhile: the
 * arrival at a page focuses and announces them.
 */
export function LoadingVeil({ children }: { children: ReactNode }) {
  const isHydrating = useIsHydrating();
  const [isWaiting, setWaiting] = useState(!isHydrating);
  const frame = useRef<HTMLDivElement>(null);
  const hadWaited = useRef(false);

  useEffect(() => {
    if (isWaiting) {
      hadWaited.current = true;
      const timer = setTimeout(() => setWaiting(false), PROJECT_LOADING_MS);
      return () => clearTimeout(timer);
    }
    const heading = frame.current?.querySelector("h1");
    if (!hadWaited.current || !heading) return;
    // The heading that had focus is gone; a reader who moved on is left alone.
    const isFocusLost = document.activeElement === document.body;
    heading.tabIndex = -1;
    if (isFocusLost) heading.focus({ preventScroll: true });
  }, [isWaiting]);

  return (
    <div ref={frame} className={styles.frame} aria-busy={isWaiting || undefined}>
      {isWaiting && <h1 className={styles.label}>{LOADING}</h1>}
      <div className={isWaiting ? styles.veiled : undefined} inert={isWaiting}>
        {children}
      </div>
    </div>
  );
}
