import { ButtonLink } from "../links/button.tsx";
import styles from "./call-to-action-band.module.css";

interface Props {
  title: string;
  text: string;
  /** Links of the band. The first is the one filled button. */
  actions: readonly { text: string; link: string }[];
}

/** The last band of a page, with the visitor's next steps. */
export const CallToActionBand = ({ title, text, actions }: Props) => (
  <section className={`${styles.band} deep screen`}>
    <div className={`${styles.inner} page cluster spread`}>
      <div className="stack tight">
        <h2>{title}</h2>
        <p className="muted measure">{text}</p>
      </div>
      <ul className="cluster" role="list">
        {actions.map(({ text: label, link }, index) => (
          <li key={link}>
            <ButtonLink href={link} variant={index === 0 ? "gold" : "plain"}>
              {label}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </div>
  </section>
);
