import { headings, hero, map, meta } from "../../../content/contact.json";
import * as words from "../../../content/words/en/contact.json";
import { CONTACT_SENT_TITLE } from "../../../shared/forms/form-messages.ts";
import { formActions, readReference } from "../../../shared/forms/form-names.ts";
import sheet from "../../components/forms/form.module.css";
import { ClickMap } from "../../components/media/click-map.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { definePage, type PageProps } from "../../page.ts";
import styles from "./contact.module.css";
import { ContactForm } from "./contact-form.tsx";
import { ContactWays } from "./contact-ways.tsx";

const isSent = (search: URLSearchParams) => search.get("sent") === "1";

/** Spec section 2, "Contact Us": offices at the left, the message form at the right. */
function ContactPage({ search }: PageProps) {
  return (
    <>
      <PageHeader title={hero.title} standfirst={hero.subtitle} pattern="wash">
        <p className={`${styles.jump} links screen`}>
          <a href="#form">{headings.form}</a>
        </p>
      </PageHeader>
      <div className={`${styles.columns} page band beside`}>
        <ContactWays />
        <section id="form" className={`${styles.form} ${sheet.sheet} panel stack loose`}>
          <ContactForm
            sentBefore={
              isSent(search) ? { reference: readReference(search.get("reference")) } : null
            }
          />
        </section>
        <section className="stack tight">
          <h2 className="large">{headings.map}</h2>
          <p>{map.address}</p>
          <p>
            <a href={map.linkUrl} target="_blank" rel="noopener noreferrer">
              {words.openInMaps}
              <span className="visually-hidden">{words.newTab}</span>
            </a>
          </p>
          <ClickMap src={map.embedUrl} title={map.title} sketch={map.sketch} alt={map.sketchAlt} />
        </section>
      </div>
    </>
  );
}

export const page = definePage({
  Page: ContactPage,
  head: ({ search }) => ({
    title: isSent(search) ? CONTACT_SENT_TITLE : meta.title,
    description: meta.description,
    canonicalPath: formActions.contact,
  }),
});
