import * as words from "../../../content/words/en/forms.json";
import styles from "./form.module.css";

/** The sentences with the reference number of a submission. */
export function ReferenceWords({ reference }: { reference: string }) {
  return (
    <span>
      {`${words.referenceIs} `}
      <strong className={styles.reference}>{reference}</strong>
      {`. ${words.referenceUse}`}
    </span>
  );
}
