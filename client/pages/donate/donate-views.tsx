import type { ReactNode } from "react";
import * as words from "../../../content/words/en/giving.json";
import { presetFigure } from "../../../shared/forms/donation.ts";
import type { consentFields } from "../../../shared/forms/gift-forms.ts";
import { ChoiceField, FieldNotes, useField } from "../../components/forms/fields.tsx";
import form from "../../components/forms/form.module.css";
import { PhoneItems } from "../../components/links/contact-links.tsx";
import { HowWeKnow } from "../../components/links/how-we-know.tsx";
import { Link } from "../../components/links/link.tsx";
import { ContentPicture } from "../../components/media/picture.tsx";
import { useRequest } from "../../data/request-context.ts";
import { siteHref } from "../../format/hrefs.ts";
import type { ContentOf } from "../../page-content.ts";
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

/** Says in one line, above the form, how to give while no payment provider is connected. */
export function NotOpen({ donate }: DonateProps) {
  if (useRequest().takesPayments) return null;
  return <p className={`${styles.notOpen} note semibold`}>{donate.notOpen}</p>;
}

/** The reasons to trust the foundation, beside the choice that needs them. */
export const Proof = ({ donate: { proof } }: DonateProps) => (
  <section className={`${styles.proof} note`} aria-labelledby="proof">
    <h3 id="proof">{proof.heading}</h3>
    <ul className="small" role="list">
      {proof.items.map(({ id, text, link }) => (
        <li key={id}>
          <span>{`${text} `}</span>
          <Link to={link.link}>{link.text}</Link>
        </li>
      ))}
    </ul>
  </section>
);

/** The purpose of the gift. The first one is chosen unless the URL or an earlier try names another. */
export function Purpose({ content, named }: { content: Content; named: string | null }) {
  const { purposes, giving } = content;
  const { value } = useField("purpose");
  const chosen = purposes.find((one) => one.value === (value || named)) ?? purposes[0];
  return (
    <ChoiceField
      name="purpose"
      words={giving.purpose}
      options={purposes}
      chosen={chosen?.value ?? ""}
    />
  );
}

function Box({ name, label }: { name: keyof typeof consentFields; label: string }) {
  const { id, error, value } = useField(name);
  return (
    <div className={form.field}>
      <FieldNotes id={id} error={error} />
      <label className={form.box}>
        <input
          id={id}
          type="checkbox"
          name={name}
          value="yes"
          defaultChecked={value?.includes("yes")}
        />
        <span>{label}</span>
      </label>
    </div>
  );
}

/** The consent of the donor to mails and to being named, none of which is needed for a gift. */
export const Consent = ({ content: { giving } }: { content: Pick<Content, "giving"> }) =>
  (["mayWrite", "mayName"] as const).map((name) => (
    <Box key={name} name={name} label={giving[name].label} />
  ));

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
  const { yourImpact, currencies, securePayment } = donate;
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
        {currencies.map(({ value, examples }, index) => (
          <div key={value} data-nth={index + 1} hidden={index > 0}>
            <dl className="stack tight">
              {examples.map(({ claim, amount, text }) => (
                <div key={claim}>
                  <dt>{presetFigure(amount, value, 1)}</dt>
                  <dd>
                    <span>{text}</span>
                    {/* Two currencies may have the same effect, at two prices. */}
                    <HowWeKnow claim={claim} text={`${presetFigure(amount, value, 1)} ${text}`} />
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
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
          <li>
            <a href={siteHref("/donate/thanks/find")}>{words.findGift}</a>
          </li>
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
