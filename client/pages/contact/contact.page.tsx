import { useState } from "react";
import * as words from "../../../content/words/en/contact.json";
import * as messages from "../../../content/words/en/form-messages.json";
import { contactFields } from "../../../shared/forms/contact-form.ts";
import { CONTACT_SENT_ID, readReference } from "../../../shared/forms/form-names.ts";
import sheet from "../../components/forms/form.module.css";
import { FocusedBox } from "../../components/forms/form-shell.tsx";
import { PostForm, ReferenceWords } from "../../components/forms/post-form.tsx";
import { staticPart } from "../../components/streaming/streamed.tsx";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import styles from "./contact.module.css";

type Content = ContentOf<"contact">;

/** Returns the result of a form sent without scripts, whose reference is in the URL. */
const sentBefore = (search: URLSearchParams) =>
  search.get("sent") === "1" ? { reference: readReference(search.get("reference")) } : null;

interface FormProps extends Pick<PageProps, "search"> {
  contact: Content["contact"];
}

/** The contact form of spec section 4. */
function ContactForm({ contact: { headings, form }, search }: FormProps) {
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

const loadViews = () => import("./contact-views.tsx");
const ContactHeader = staticPart("q:contact-header", loadViews, (views) => views.ContactHeader);
const ContactWays = staticPart("q:contact", loadViews, (views) => views.ContactWays);
const FindUs = staticPart("q:contact-map", loadViews, (views) => views.FindUs);

/** The "Contact Us" page of spec section 2: offices at the left, the message form at the right. */
function ContactPage({ content, search }: PageProps<Content>) {
  const { contact } = content;
  return (
    <>
      <ContactHeader contact={contact} />
      <div className={`${styles.columns} page band beside`}>
        <ContactWays {...content} />
        <section id="form" className={`${styles.form} ${sheet.sheet} panel stack loose`}>
          <ContactForm contact={contact} search={search} />
        </section>
        <FindUs {...content} />
      </div>
    </>
  );
}

export const page = definePage<Content>({
  Page: ContactPage,
  hydrate: "load",
  inBrowser: ["contact.meta", "contact.headings.form", "contact.form"],
  loadViews,
  head: ({ content: { contact }, search }) => ({
    title: sentBefore(search) ? messages.contactSentTitle : contact.meta.title,
    description: contact.meta.description,
  }),
});
