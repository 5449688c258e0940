import { type ReactNode, useEffect, useRef, useState } from "react";
import * as words from "../../../content/words/en/project.json";
import { useIsHydrating } from "../../components/streaming/streamed.tsx";
import styles from "./loading-overlay.module.css";

/** Spec section 9, mock project loading. On navigation within the site, never on a page load. */
const PROJECT_LOADING_MS = 1_000;

/**
 * The spec's loading state. The content is laid out already, hidden below bars of its size, so
 * that nothing moves when it shows. The loading text is the page's heading meanwhile, so that the
 * navigation focuses and announces it.
 */
export function LoadingOverlay({ children }: { children: ReactNode }) {
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
    // The focused heading was removed; focus elsewhere is left alone.
    const isFocusLost = document.activeElement === document.body;
    heading.tabIndex = -1;
    if (isFocusLost) heading.focus({ preventScroll: true });
  }, [isWaiting]);

  return (
    <div ref={frame} className={styles.frame} aria-busy={isWaiting || undefined}>
      {isWaiting && <h1 className={`${styles.label} page muted`}>{words.loading}</h1>}
      <div className={isWaiting ? styles.covered : undefined} inert={isWaiting}>
        {children}
      </div>
    </div>
  );
}
