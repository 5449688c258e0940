import { useEffect, useState } from "react";
import { settings } from "../../../content/site.json";
import { logQuietly } from "../../data/quiet-log.ts";
import { viewCount, viewText } from "./view-count.ts";
import styles from "./view-counter.module.css";

interface Props {
  blogId: string;
  /** What is known before the browser has looked; 0 shows nothing. */
  initialCount?: number;
}

/**
 * Spec section 2: '{n} view' or '{n} views'. The server cannot know the session, so the number comes
 * after hydration, into a place kept for it. `settings.blogViewCounter` in content turns it off.
 */
export function ViewCounter({ blogId, initialCount = 0 }: Props) {
  const [count, setCount] = useState(initialCount);
  useEffect(() => {
    if (!settings.blogViewCounter) return;
    try {
      setCount(viewCount(blogId, window.sessionStorage));
    } catch (fault) {
      logQuietly({ part: "blog view counter", fault });
    }
  }, [blogId]);
  if (!settings.blogViewCounter) return null;
  return <span className={styles.views}>{count > 0 && viewText(count)}</span>;
}
