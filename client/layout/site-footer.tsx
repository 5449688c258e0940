import type { ReactNode } from "react";
import { footer as groups } from "../../content/navigation.json";
import { contact, footer, identity, offices, poweredBy, social } from "../../content/site.json";
import * as saver from "../../content/words/en/data-saver.json";
import * as words from "../../content/words/en/footer.json";
import * as links from "../../content/words/en/links.json";
import { PhoneItems } from "../components/links/phone-items.tsx";
import { DataSaverSwitch } from "../document/data-saver-switch.tsx";
import { siteHref } from "../format/site-href.ts";
import { LanguageSwitch } from "./language-switch.tsx";
import { LogoMark } from "./logo-mark.tsx";
import { SocialIcon } from "./social-icon.tsx";

interface GroupProps {
  title: string;
  /** A list of links of the site. */
  isNavigation?: boolean;
  children: ReactNode;
}

/**
 * A group under a heading; on a narrow screen under a `details`, closed at first. The content stands
 * after the `details` and not in it, so that a wide screen shows it whatever its state.
 */
function Group({ title, isNavigation = false, children }: GroupProps) {
  const Tag = isNavigation ? "nav" : "section";
  return (
    <Tag className="footer-group" aria-label={isNavigation ? title : undefined}>
      <details>
        <summary>{title}</summary>
      </details>
      <h2>{title}</h2>
      <div>{children}</div>
    </Tag>
  );
}

function About() {
  return (
    <section className="footer-about">
      <h2 className="footer-brand">
        <LogoMark />
        <span>{identity.name}</span>
      </h2>
      <p>{footer.about}</p>
      <ul className="footer-social" role="list">
        {social.map(({ id, label, url }) => (
          <li key={id}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              <SocialIcon network={id} />
              {label}
              <span className="visually-hidden">{` ${links.newTab}`}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Contact() {
  return (
    <Group title={footer.contactHeading}>
      <ul role="list">
        <PhoneItems />
        <li>
          <a href={`mailto:${contact.email.address}`}>{contact.email.address}</a>
        </li>
        <li>
          <a href={contact.website.url}>{contact.website.text}</a>
        </li>
      </ul>
    </Group>
  );
}

interface Props {
  now: string;
  /** The same page in the other language. */
  switchHref: string;
  savesData: boolean;
}

/**
 * Spec section 2, Footer. Rendered by the server alone, so that its words and icons are in no script;
 * the router takes the clicks on its links (client/router/browser-router.tsx).
 */
export function SiteFooter({ now, switchHref, savesData }: Props) {
  return (
    <footer className="site-footer deep">
      <div className="footer-inner page">
        <About />
        <Group title={footer.locationsHeading}>
          {offices.map(({ id, name, addressLines }) => (
            <address key={id}>
              <strong>{name}</strong>
              {addressLines.map((line) => (
                <div key={line}>{line}</div>
              ))}
            </address>
          ))}
        </Group>
        <Contact />
        {groups.map(({ id, title, links: ofGroup }) => (
          <Group key={id} title={title} isNavigation>
            <ul role="list">
              {ofGroup.map(({ text, link }) => (
                <li key={link}>
                  <a href={siteHref(link)}>{text}</a>
                </li>
              ))}
            </ul>
          </Group>
        ))}
      </div>
      <div className="footer-bottom page">
        <p>
          © {new Date(now).getUTCFullYear()} {identity.name}
          {words.rights}
        </p>
        <p>
          {poweredBy.label} <a href={poweredBy.url}>{poweredBy.name}</a>
        </p>
        <DataSaverSwitch isOn={savesData} className="footer-switch" />
        <p className="footer-saver-about">
          {savesData ? saver.switchOffAbout : saver.switchOnAbout}
        </p>
        <LanguageSwitch className="touch" href={switchHref} />
      </div>
    </footer>
  );
}
