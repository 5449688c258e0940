import styles from "./ask-band.module.css";
import { ButtonLink } from "./button-link.tsx";

interface Action {
  text: string;
  href: string;
  /** The server redirects this address. */
  isRedirected?: boolean;
}

interface Props {
  title: string;
  text: string;
  /** The first is the one filled button. */
  actions: readonly [Action, ...Action[]];
}

/** The last band of a page: what a reader who has come this far may do. */
export function AskBand({ title, text, actions }: Props) {
  return (
    <section className={styles.band}>
      <div className={styles.inner}>
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        <ul className={styles.actions} role="list">
          {actions.map((action, index) => (
            <li key={action.href}>
              <ButtonLink
                href={action.href}
                look={index === 0 ? "gold" : "onDeep"}
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
