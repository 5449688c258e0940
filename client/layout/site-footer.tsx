import type { ReactNode } from "react";
import * as saver from "../../content/words/en/data-saver.json";
import * as words from "../../content/words/en/footer.json";
import type { Documents } from "../../shared/content/documents.ts";
import { OfficeAddress, PhoneItems } from "../components/links/contact-links.tsx";
import { LinkList, OutsideLink } from "../components/links/link.tsx";
import { DataSaverSwitch } from "../document/document.tsx";
import { LanguageSwitch } from "./site-header.tsx";

/** The logo, inline to save a request. No script contains the drawing; the header refers to its id. */
const LogoMark = () => (
  <svg viewBox="0 0 64 64" width="40" height="40" aria-hidden="true">
    <g id="logo-mark">
      <circle cx="32" cy="32" r="32" fill="#0e3b52" />
      <path fill="#efb000" d="M18 35a14 14 0 0 1 28 0z" />
      <path
        fill="none"
        stroke="#efb000"
        strokeWidth="3.5"
        strokeLinecap="round"
        d="M32 15v-5M19.5 20l-3.5-3.5M44.5 20l3.5-3.5"
      />
      <path
        fill="#00b5e2"
        d="M9 40q6-5 11.5 0t11.5 0 11.5 0 11.5 0v6q-6 5-11.5 0t-11.5 0-11.5 0-11.5 0z"
      />
      <path
        fill="#087fae"
        d="M17 51q3.75-3.5 7.5 0t7.5 0 7.5 0 7.5 0v4q-3.75 3.5-7.5 0t-7.5 0-7.5 0-7.5 0z"
      />
    </g>
  </svg>
);

type GroupProps = { title: string; isNavigation?: boolean; children: ReactNode };

/**
 * A group of links that a `details` opens on a narrow screen. The content comes after the `details`, so that a wide screen always shows
 * it.
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

type Site = Documents["site"];

const About = ({ identity, footer, social }: Site) => (
  <section className="footer-about">
    <h2 className="footer-brand">
      <LogoMark />
      <span>{identity.name}</span>
    </h2>
    <p>{footer.about}</p>
    <ul className="footer-social" role="list">
      {social.map(({ id, label, url }) => (
        <li key={id}>
          {/* The drawing of each network is in client/styles/network-logos.css. */}
          <OutsideLink href={url} data-network={id}>
            {label}
          </OutsideLink>
        </li>
      ))}
    </ul>
  </section>
);

const Contact = ({ contact, footer }: Site) => (
  <Group title={footer.contactHeading}>
    <ul className="footer-contact" role="list">
      <PhoneItems phones={contact.phones} />
      <li>
        <a href={`mailto:${contact.email.address}`}>{contact.email.address}</a>
      </li>
      <li>
        <a href={contact.website.url}>{contact.website.text}</a>
      </li>
    </ul>
  </Group>
);

interface SiteFooterProps {
  site: Site;
  groups: Documents["navigation"]["footer"];
  now: string;
  /** The same page in the other language. */
  switchHref: string;
  savesData: boolean;
}

/** Rendered by the server alone, so that no script contains the footer. client/router/clicks.ts handles clicks on its links. */
export const SiteFooter = ({ site, groups, now, switchHref, savesData }: SiteFooterProps) => (
  <footer className="site-footer deep">
    <div className="footer-inner page">
      <About {...site} />
      <Group title={site.footer.locationsHeading}>
        {site.offices.map((office) => (
          <OfficeAddress key={office.id} {...office} />
        ))}
      </Group>
      <Contact {...site} />
      {groups.map(({ id, title, links: ofGroup }) => (
        <Group key={id} title={title} isNavigation>
          <LinkList links={ofGroup.map(({ text, link }) => ({ text, href: link }))} />
        </Group>
      ))}
    </div>
    <div className="footer-bottom page">
      <p>{`© ${new Date(now).getUTCFullYear()} ${site.identity.name}${words.rights}`}</p>
      <p>
        {`${site.poweredBy.label} `}
        <a href={site.poweredBy.url}>{site.poweredBy.name}</a>
      </p>
      <DataSaverSwitch isOn={savesData} className="footer-switch" />
      <p className="footer-saver-about">{savesData ? saver.switchOffAbout : saver.switchOnAbout}</p>
      {/* `data-switch`: client/entry-browser.ts offers this page, and client/layout/page-outlet.tsx updates it after a navigation. */}
      <LanguageSwitch className="touch" data-switch="" href={switchHref} />
    </div>
  </footer>
);
