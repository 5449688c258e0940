import type { Documents } from "../../../shared/content/documents.ts";
import { ButtonLink } from "../links/button.tsx";
import styles from "./call-to-action.module.css";
import { patternClass } from "./page-header.tsx";

/** The gold band at the end of a page, with a main and a second action. */
export const CallToAction = ({
  title,
  text,
  primaryButton,
  secondaryButton,
}: Documents["home"]["banner"]) => (
  <section className={`${styles.band} screen`}>
    <div className={`${styles.inner} page band stack`}>
      <h2>{title}</h2>
      <p className="large">{text}</p>
      <div className="cluster">
        <ButtonLink href={primaryButton.link}>{primaryButton.text}</ButtonLink>{" "}
        <ButtonLink href={secondaryButton.link} variant="plain">
          {secondaryButton.text}
        </ButtonLink>
      </div>
    </div>
    <div className={`${styles.pattern} ${patternClass("youth")}`} aria-hidden="true" />
  </section>
);
