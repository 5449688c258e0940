import type { ToggleEvent } from "react";
import { contact, hero, items, meta } from "../../../content/faq.json";
import { InviteBox } from "../../components/invite-box.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Section } from "../../components/section.tsx";
import { definePage } from "../../page.ts";
import styles from "./faq.module.css";

/** Before Chrome 120, Firefox 130 and Safari 17.2 details know no name: one that opens closes the others here. */
function closeOthers({ currentTarget }: ToggleEvent<HTMLDetailsElement>): void {
  if (!currentTarget.open || "name" in currentTarget) return;
  for (const other of document.querySelectorAll<HTMLDetailsElement>("details[name=faq][open]"))
    if (other !== currentTarget) other.open = false;
}

/** Spec section 2, FAQ. Details of one name: the browser keeps at most one of them open. */
function FaqPage() {
  return (
    <>
      <PageHeader title={hero.title} standfirst={hero.subtitle} pattern="wash" />
      <Section>
        <div className={styles.questions}>
          {items.map(({ id, question, answer }) => (
            <details key={id} name="faq" className={styles.item} onToggle={closeOthers}>
              <summary>
                <h2>{question}</h2>
              </summary>
              <p id={id}>{answer}</p>
            </details>
          ))}
        </div>
      </Section>
      <Section>
        <InviteBox title={contact.text} link={contact.link} pattern="wash" />
      </Section>
    </>
  );
}

export const page = definePage({
  Page: FaqPage,
  head: () => ({
    ...meta,
    canonicalPath: "/faq",
    jsonLd: [
      {
        "@type": "FAQPage",
        mainEntity: items.map(({ question, answer }) => ({
          "@type": "Question",
          name: question,
          acceptedAnswer: { "@type": "Answer", text: answer },
        })),
      },
    ],
  }),
});
