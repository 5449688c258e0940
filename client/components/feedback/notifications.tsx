import { useSyncExternalStore } from "react";
import * as words from "../../../content/words/en/feedback.json";
import { fill } from "../../../shared/fill.ts";
import { dismiss, noticeStore } from "./notification-store.ts";
import styles from "./notifications.module.css";

/** The page's live region: the notices of `notify`, each with a dismiss button. */
export function Notifications() {
  const notices = useSyncExternalStore(
    noticeStore.subscribe,
    noticeStore.read,
    noticeStore.readOnServer,
  );
  return (
    <div className={`${styles.region} screen`} role="status" aria-live="polite" aria-atomic="false">
      {notices.map(({ id, kind, text }) => (
        <div key={id} className={`${styles.notice} note small`} data-kind={kind}>
          <p>
            <span className="visually-hidden">{`${words.kinds[kind]}: `}</span>
            <span>{text}</span>
          </p>
          <button
            type="button"
            className="close"
            aria-label={fill(words.dismiss, { text })}
            onClick={() => dismiss(id)}
          >
            <span aria-hidden="true">×</span>
          </button>
        </div>
      ))}
    </div>
  );
}
