import { headings } from "../../../content/contact.json";
import { officeHours, offices } from "../../../content/site.json?contact";
import { contact } from "../../../content/site.json?phones";
import { PhoneItems } from "../../components/links/contact-links.tsx";
import styles from "./contact.module.css";

/** Offices, office hours with their zone, and contact details. */
export function ContactWays() {
  return (
    <div className={`${styles.ways} stack loose`}>
      <section className="stack tight">
        <h2 className="large">{headings.offices}</h2>
        <div className={`${styles.offices} split`}>
          {offices.map(({ id, name, addressLines }) => (
            <address key={id}>
              <strong>{name}</strong>
              {addressLines.map((line) => (
                <div key={line}>{line}</div>
              ))}
            </address>
          ))}
        </div>
      </section>
      <section className="stack tight">
        <h2 className="large">{headings.phone}</h2>
        <ul role="list">
          <PhoneItems />
        </ul>
      </section>
      <section className="stack tight">
        <h2 className="large">{headings.email}</h2>
        <p>
          <a href={`mailto:${contact.email.address}`}>{contact.email.address}</a>
        </p>
      </section>
      <section className="stack tight">
        <h2 className="large">{headings.officeHours}</h2>
        <dl className={`${styles.hours} facts`}>
          {officeHours.rows.map(({ days, hours }) => (
            <div key={days} className="cluster">
              <dt>{days}</dt>
              <dd>{hours}</dd>
            </div>
          ))}
        </dl>
        <p className="muted small">{officeHours.timeZoneName}</p>
      </section>
    </div>
  );
}
