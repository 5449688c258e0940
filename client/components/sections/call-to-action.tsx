import { ButtonLink } from "../links/button-link.tsx";
import { patternClass } from "../media/pattern.ts";
import styles from "./call-to-action.module.css";

interface Props {
  title: string;
  text: string;
  primaryButton: { text: string; link: string };
  secondaryButton: { text: string; link: string };
}

/** The gold band at the end of a page: a main and a second action. */
export function CallToAction({ title, text, primaryButton, secondaryButton }: Props) {
  return (
    <section className={styles.band}>
      <div className={styles.inner}>
        <h2>{title}</h2>
        <p>{text}</p>
        <div className={styles.actions}>
          <ButtonLink href={primaryButton.link} variant="dark">
            {primaryButton.text}
          </ButtonLink>{" "}
          <ButtonLink href={secondaryButton.link} variant="onGold">
            {secondaryButton.text}
          </ButtonLink>
        </div>
      </div>
      <div className={`${styles.pattern} ${patternClass("youth")}`} aria-hidden="true" />
    </section>
  );
}
