import { ButtonLink } from "../links/link.tsx";
import styles from "./call-to-action-band.module.css";

interface Action {
  text: string;
  link: string;
  /** The server redirects this URL. */
  isRedirected?: boolean;
}

interface Props {
  title: string;
  text: string;
  /** The first is the one filled button. */
  actions: readonly Action[];
}

/** The last band of a page: what a visitor can do next. */
export function CallToActionBand({ title, text, actions }: Props) {
  return (
    <section className={`${styles.band} deep screen`}>
      <div className={`${styles.inner} page cluster spread`}>
        <div className="stack tight">
          <h2>{title}</h2>
          <p className="muted measure">{text}</p>
        </div>
        <ul className="cluster" role="list">
          {actions.map((action, index) => (
            <li key={action.link}>
              <ButtonLink
                href={action.link}
                variant={index === 0 ? "gold" : "plain"}
                isRedirected={action.isRedirected ?? false}
              >
                {action.text}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
