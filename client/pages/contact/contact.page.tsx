import { form, headings, hero, map, meta } from "virtual:content/contact";
import { officeHours, offices } from "virtual:content/site?contact";
import { contact } from "virtual:content/site?phones";
import { useState } from "react";
import * as words from "../../../content/words/en/contact.json";
import * as messages from "../../../content/words/en/form-messages.json";
import { contactFields } from "../../../shared/forms/contact-form.ts";
import { CONTACT_SENT_ID, readReference } from "../../../shared/forms/form-names.ts";
import sheet from "../../components/forms/form.module.css";
import { FocusedBox } from "../../components/forms/form-shell.tsx";
import { PostForm, ReferenceWords } from "../../components/forms/post-form.tsx";
import { OfficeAddress, PhoneItems } from "../../components/links/contact-links.tsx";
import { OutsideLink } from "../../components/links/link.tsx";
import { ClickMap } from "../../components/media/click-map.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { definePage, type PageProps } from "../../page.ts";
import styles from "./contact.module.css";

/** Returns the result of a form sent without scripts, whose reference is in the URL. */
const sentBefore = (search: URLSearchParams) =>
  search.get("sent") === "1" ? { reference: readReference(search.get("reference")) } : null;

/** The contact form of spec section 4. */
function ContactForm({ search }: Pick<PageProps, "search">) {
  const [sent, setSent] = useState(() => sentBefore(search));
  return (
    <>
      <h2>{headings.form}</h2>
      {sent && (
        <FocusedBox kind="good" role="status" id={CONTACT_SENT_ID}>
          <p>{messages.sent.contact}</p>
          {sent.reference !== null && (
            <p>
              <ReferenceWords reference={sent.reference} />
            </p>
          )}
        </FocusedBox>
      )}
      <PostForm
        form="contact"
        fields={contactFields}
        words={form.fields}
        submitText={form.submitText}
        busyText={words.sending}
        onBegin={() => setSent(null)}
        onSent={(reference) => setSent({ reference })}
      />
    </>
  );
}

const [office] = offices;

const ContactWays = () => (
  <div className={`${styles.ways} stack loose`}>
    <section className="stack tight">
      <h2 className="large">{headings.offices}</h2>
      <div className={`${styles.offices} split`}>
        {offices.map((office) => (
          <OfficeAddress key={office.id} {...office} />
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

/** The "Contact Us" page of spec section 2: offices at the left, the message form at the right. */
const ContactPage = ({ search }: PageProps) => (
  <>
    <PageHeader {...hero} pattern="wash">
      <p className={`${styles.jump} links screen`}>
        <a href="#form">{headings.form}</a>
      </p>
    </PageHeader>
    <div className={`${styles.columns} page band beside`}>
      <ContactWays />
      <section id="form" className={`${styles.form} ${sheet.sheet} panel stack loose`}>
        <ContactForm search={search} />
      </section>
      <section className="stack tight">
        <h2 className="large">{headings.map}</h2>
        <p>{[...(office?.addressLines ?? []), office?.country].join(", ")}</p>
        <p>
          <OutsideLink className="touch" href={map.linkUrl}>
            {words.openInMaps}
          </OutsideLink>
        </p>
        <ClickMap src={map.embedUrl} title={map.title} sketch={map.sketch} alt={map.sketchAlt} />
      </section>
    </div>
  </>
);

export const page = definePage({
  Page: ContactPage,
  head: ({ search }) => ({
    title: sentBefore(search) ? messages.contactSentTitle : meta.title,
    description: meta.description,
  }),
});
