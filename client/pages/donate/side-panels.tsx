import { securePayment, yourImpact } from "../../../content/donate.json";
import { settings } from "../../../content/site.json";
import { presetFigure } from "../../../shared/forms/donation.ts";
import styles from "./donate.module.css";

/** Spec section 2, "Donate": examples of impact, and payment methods. */
export function SidePanels() {
  return (
    <aside className={styles.aside}>
      <section className={styles.panel}>
        <h2>{yourImpact.heading}</h2>
        <dl className={styles.impact}>
          {yourImpact.items.map(({ amount, text }) => (
            <div key={amount}>
              <dt>{presetFigure(amount, "USD", 1)}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={styles.panel}>
        <h2>{securePayment.heading}</h2>
        <ul className={styles.methods} role="list">
          {securePayment.methods.map((method) => (
            <li key={method}>
              {method}
              {settings.paymentProvider === null && <span>{securePayment.comingSoon}</span>}
            </li>
          ))}
        </ul>
      </section>
    </aside>
  );
}
