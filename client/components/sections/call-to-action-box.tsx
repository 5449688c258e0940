import { ButtonLink } from "../links/button.tsx";
import styles from "./call-to-action-box.module.css";
import { type Pattern, patternClass } from "./page-header.tsx";

interface Props {
  title: string;
  text?: string;
  link: { text: string; link: string };
  pattern: Pattern;
}

/** A box with one call to action, beside a strip of pattern. */
export const CallToActionBox = ({ title, text, link, pattern }: Props) => (
  <section className={`${styles.box} panel screen`}>
    <div className={patternClass(pattern)} aria-hidden="true" />
    <div className={`${styles.words} cluster spread`}>
      <div className="stack tight measure">
        <h2 className="xl">{title}</h2>
        {text !== undefined && <p className="muted">{text}</p>}
      </div>
      <ButtonLink href={link.link}>{link.text}</ButtonLink>
    </div>
  </section>
);
