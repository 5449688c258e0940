import { useEffect, useState } from "react";
import { settings } from "../../../content/site.json";
import { views } from "../../../content/words/en/blog.json";
import { logQuietly } from "../../data/quiet-log.ts";
import { viewCount, viewText } from "./view-count.ts";
import styles from "./view-counter.module.css";

interface Props {
  blogId: string;
  /** The count before hydration; 0 shows nothing. */
  initialCount?: number;
}

/**
 * Spec section 2: '{n} view' or '{n} views'. The number is in session storage, so it appears after
 * hydration, in reserved space. `settings.blogViewCounter` in content turns it off.
 */
export function ViewCounter({ blogId, initialCount = 0 }: Props) {
  const [count, setCount] = useState(initialCount);
  useEffect(() => {
    if (!settings.blogViewCounter) return;
    try {
      setCount(viewCount(blogId, window.sessionStorage));
    } catch (error) {
      logQuietly({ part: "blog view counter", error });
    }
  }, [blogId]);
  if (!settings.blogViewCounter) return null;
  return (
    <span className={`${styles.views} screen scripted`}>{count > 0 && viewText(views, count)}</span>
  );
}
