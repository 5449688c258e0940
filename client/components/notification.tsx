import styles from "./notification.module.css";

interface Props {
  /** Spec section 4: "Notification types: error, success, info". */
  kind: "success" | "error" | "info";
  /** Null while there is nothing to say: the region must be there before its words are. */
  text: string | null;
}

/** A banner over the page that says what happened; it moves nothing, and its words are announced. */
export function Notification({ kind, text }: Props) {
  return (
    <div className={styles.region} role={kind === "error" ? "alert" : "status"}>
      {text !== null && (
        <p className={styles.banner} data-kind={kind}>
          {text}
        </p>
      )}
    </div>
  );
}
