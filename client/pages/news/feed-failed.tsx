import * as words from "../../../content/words/en/news.json";
import { FailedBox } from "../../components/feedback/state-box.tsx";
import { useLocation } from "../../navigation.ts";
import styles from "./news-feed.module.css";

/** Spec section 8, "Feed failure". Higher than its box, so that what follows stays when news come. */
export function FeedFailed() {
  const { pathname, search } = useLocation();
  return (
    <div className={styles.failed}>
      <FailedBox title={words.failed} href={pathname + search} />
    </div>
  );
}
