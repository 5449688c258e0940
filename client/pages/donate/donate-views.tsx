import type { ReactNode } from "react";
import { presetFigure } from "../../../shared/forms/donation.ts";
import { PhoneItems } from "../../components/links/contact-links.tsx";
import { HowWeKnow } from "../../components/links/how-we-know.tsx";
import { Link } from "../../components/links/link.tsx";
import { ContentPicture } from "../../components/media/picture.tsx";
import { useRequest } from "../../data/request-context.ts";
import type { ContentOf } from "../../page-content.ts";
import { displayFactor, InCurrency } from "./amount-fields.tsx";
import styles from "./donate.module.css";
import "../../components/sections/banner.css";
import "../../components/sections/meter.css";

type Content = ContentOf<"donate">;
type DonateProps = Pick<Content, "donate">;

function MailLink() {
  const { email } = useRequest().frame;
  return (
    <li>
      <a href={`mailto:${email}`}>{email}</a>
    </li>
  );
}

/** Explains, above the form, that no payment provider is connected, and how to give in the meantime. */
export function NotOpen({ donate: { notOpen } }: DonateProps) {
  if (useRequest().takesPayments) return null;
  return (
    <section className={`${styles.notOpen} note stack tight`} aria-labelledby="not-open">
      <h2 id="not-open" className="xl">
        {notOpen.title}
      </h2>
      <p className="measure">{notOpen.text}</p>
      <p className="measure">{notOpen.today}</p>
      <ul className="links" role="list">
        <li>
          <Link to={notOpen.contact.link}>{notOpen.contact.text}</Link>
        </li>
        <MailLink />
      </ul>
    </section>
  );
}

type PanelProps = { title: string; picture?: ReactNode; children: ReactNode };

const Panel = ({ title, picture, children }: PanelProps) => (
  <section className={`${styles.panel} panel warm stack`}>
    {picture}
    <h2 className="xl">{title}</h2>
    {children}
  </section>
);

/** The side panels of spec section 2, "Donate": examples of impact, and payment methods. */
function SidePanels({ donate }: DonateProps) {
  const { yourImpact, examples, securePayment } = donate;
  const open = useRequest().takesPayments ? securePayment.online : [];
  return (
    <aside className={`${styles.aside} stack loose`}>
      <Panel
        title={yourImpact.heading}
        picture={
          <ContentPicture
            image={yourImpact.image}
            alt={yourImpact.imageAlt}
            shape="wide"
            place="aside"
          />
        }
      >
        <dl className="stack tight">
          {examples.map(({ claim, amount, text }) => (
            <div key={claim}>
              <dt>
                <InCurrency shown="USD">
                  {(currency) => presetFigure(amount, currency, displayFactor(donate, currency))}
                </InCurrency>
              </dt>
              <dd>
                <span>{text}</span>
                <HowWeKnow claim={claim} text={text} />
              </dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Panel title={securePayment.heading}>
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
      </Panel>
    </aside>
  );
}

function AboutGiving({ donate: { use, questions }, officeHours }: Content) {
  const { phones } = useRequest().frame;
  const [open] = officeHours.rows;
  const when = open ? ` ${open.days} ${open.hours}, ${officeHours.timeZoneName}.` : "";
  return (
    <div className={`${styles.below} split`}>
      <Panel title={use.heading}>
        <svg className="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect width="100" height="6" />
          <rect width={use.programs.amount} height="6" />
        </svg>
        <p>
          {`${use.text} `}
          <Link to={use.more.link}>{use.more.text}</Link>
        </p>
        <p className="stack loose muted">
          {[use.programs, use.admin].map((figure) => (
            <HowWeKnow key={figure.claim} {...figure} isNamed />
          ))}
        </p>
      </Panel>
      <Panel title={questions.heading}>
        <p>{questions.text + when}</p>
        <ul className="links" role="list">
          <MailLink />
          <PhoneItems phones={phones} />
        </ul>
      </Panel>
    </div>
  );
}

export const AboutForm = (content: Content) => (
  <>
    <SidePanels donate={content.donate} />
    <AboutGiving {...content} />
  </>
);
