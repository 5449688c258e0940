import navigation from "../../content/navigation.json";
import { contact, footer, identity, offices, poweredBy, social } from "../../content/site.json";
import { Link } from "../components/links/link.tsx";
import { telHref } from "../format/tel-href.ts";
import { LogoMark } from "./logo-mark.tsx";
import styles from "./site-footer.module.css";

/** Spec section 2, Footer. */
export function SiteFooter({ year }: { year: number }) {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <section className={styles.about}>
          <h2 className={styles.brand}>
            <LogoMark />
            <span>{identity.name}</span>
          </h2>
          <p>{footer.about}</p>
          <ul className={styles.social} role="list">
            {social.map(({ id, label, url }) => (
              <li key={id}>
                <a href={url} target="_blank" rel="noopener noreferrer">
                  {label}
                  <span className="visually-hidden"> (opens in a new tab)</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2>{footer.locationsHeading}</h2>
          {offices.map(({ id, name, addressLines }) => (
            <address key={id}>
              <strong>{name}</strong>
              {addressLines.map((line) => (
                <div key={line}>{line}</div>
              ))}
            </address>
          ))}
        </section>
        <section>
          <h2>{footer.contactHeading}</h2>
          <ul role="list">
            {contact.phones.map(({ id, label, number }) => (
              <li key={id}>
                {label}: <a href={telHref(number)}>{number}</a>
              </li>
            ))}
            <li>
              <a href={`mailto:${contact.email.address}`}>{contact.email.address}</a>
            </li>
            <li>
              <a href={contact.website.url}>{contact.website.text}</a>
            </li>
          </ul>
        </section>
        {navigation.footer.map(({ id, title, links }) => (
          <nav key={id} aria-label={title}>
            <h2>{title}</h2>
            <ul role="list">
              {links.map(({ text, link }) => (
                <li key={link}>
                  <Link to={link}>{text}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className={styles.bottom}>
        <p>
          © {year} {identity.name}. All rights reserved.
        </p>
        <p>
          {poweredBy.label} <a href={poweredBy.url}>{poweredBy.name}</a>
        </p>
      </div>
    </footer>
  );
}
