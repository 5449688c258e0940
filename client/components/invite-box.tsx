import { ButtonLink } from "./button-link.tsx";
import styles from "./invite-box.module.css";
import { type Pattern, patternClass } from "./pattern.ts";

interface Props {
  title: string;
  text?: string;
  link: { text: string; link: string };
  pattern: Pattern;
}

/** A box that asks for one thing, beside a strip of cloth. */
export function InviteBox({ title, text, link, pattern }: Props) {
  return (
    <section className={styles.box}>
      <div className={`${styles.cloth} ${patternClass(pattern)}`} aria-hidden="true" />
      <div className={styles.words}>
        <h2>{title}</h2>
        {text !== undefined && <p>{text}</p>}
      </div>
      <div className={styles.action}>
        <ButtonLink href={link.link}>{link.text}</ButtonLink>
      </div>
    </section>
  );
}
