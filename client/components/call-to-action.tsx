import { ButtonLink } from "./button-link.tsx";
import styles from "./call-to-action.module.css";
import { patternClass } from "./pattern.ts";

interface Props {
  title: string;
  text: string;
  primaryButton: { text: string; link: string };
  secondaryButton: { text: string; link: string };
}

/** The gold band that closes a page: one thing to do, and a second way. */
export function CallToAction({ title, text, primaryButton, secondaryButton }: Props) {
  return (
    <section className={styles.band}>
      <div className={styles.inner}>
        <h2>{title}</h2>
        <p>{text}</p>
        <div className={styles.actions}>
          <ButtonLink href={primaryButton.link} look="dark">
            {primaryButton.text}
          </ButtonLink>{" "}
          <ButtonLink href={secondaryButton.link} look="onGold">
            {secondaryButton.text}
          </ButtonLink>
        </div>
      </div>
      <div className={`${styles.cloth} ${patternClass("youth")}`} aria-hidden="true" />
    </section>
  );
}
