import { questions, securePayment } from "../../../content/donate.json";
import { use, yourImpact } from "../../../content/donate.json?claims";
import { officeHours } from "../../../content/site.json?contact";
import { contact } from "../../../content/site.json?phones";
import { presetFigure } from "../../../shared/forms/donation.ts";
import { PhoneItems } from "../../components/links/contact-links.tsx";
import { HowWeKnow } from "../../components/links/how-we-know.tsx";
import { Link } from "../../components/links/link.tsx";
import { ContentPicture } from "../../components/media/content-picture.tsx";
import { useTakesPayments } from "../../data/pays-context.ts";
import styles from "./donate.module.css";
import { displayFactor } from "./donation-choice.ts";
import { InCurrency } from "./in-currency.tsx";

function YourImpact() {
  return (
    <section className={`${styles.panel} panel warm stack`}>
      <ContentPicture image={yourImpact.image} alt={yourImpact.imageAlt} shape="wide" />
      <h2 className="xl">{yourImpact.heading}</h2>
      <dl className="stack tight">
        {yourImpact.items.map(({ claim, amount, text }) => (
          <div key={claim}>
            <dt>
              <InCurrency shown="USD">
                {(currency) => presetFigure(amount, currency, displayFactor(currency))}
              </InCurrency>
            </dt>
            <dd>
              {text}
              <HowWeKnow claim={claim} text={text} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Use() {
  return (
    <section className={`${styles.panel} panel warm stack`}>
      <h2 className="xl">{use.heading}</h2>
      <svg
        className={styles.share}
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect width="100" height="6" />
        <rect width={use.programs.amount} height="6" />
      </svg>
      <p>
        {use.text} <Link to={use.more.link}>{use.more.text}</Link>
      </p>
      <p className="stack tight muted">
        {[use.programs, use.admin].map((figure) => (
          <HowWeKnow key={figure.claim} {...figure} isNamed />
        ))}
      </p>
    </section>
  );
}

function Questions() {
  const [open] = officeHours.rows;
  return (
    <section className={`${styles.panel} panel warm stack`}>
      <h2 className="xl">{questions.heading}</h2>
      <p>
        {questions.text + (open ? ` ${open.days} ${open.hours}, ${officeHours.timeZoneName}.` : "")}
      </p>
      <ul className="links" role="list">
        <li>
          <a href={`mailto:${contact.email.address}`}>{contact.email.address}</a>
        </li>
        <PhoneItems />
      </ul>
    </section>
  );
}

/** How gifts are used, and whom to ask. */
export function AboutGiving() {
  return (
    <div className={`${styles.below} split`}>
      <Use />
      <Questions />
    </div>
  );
}

/** Spec section 2, "Donate": examples of impact, and payment methods. */
export function SidePanels() {
  const open = useTakesPayments() ? securePayment.online : [];
  return (
    <aside className={`${styles.aside} stack loose`}>
      <YourImpact />
      <section className={`${styles.panel} panel warm stack`}>
        <h2 className="xl">{securePayment.heading}</h2>
        <ul className={styles.methods} role="list">
          {securePayment.methods.map((method) => (
            <li key={method}>
              {method}
              {!open.includes(method) && (
                <span className="muted small">{securePayment.comingSoon}</span>
              )}
            </li>
          ))}
        </ul>
      </section>
    </aside>
  );
}
