import styles from "./form.module.css";

/** The sentences with the reference number of a submission. */
export function ReferenceWords({ reference }: { reference: string }) {
  return (
    <>
      Your reference number is <strong className={styles.reference}>{reference}</strong>. Please
      quote it when you write to us about it.
    </>
  );
}
