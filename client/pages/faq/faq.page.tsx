import { faq as ending } from "virtual:content/endings";
import { contact, hero, items, meta } from "virtual:content/faq";
import type { ToggleEvent } from "react";
import { Link } from "../../components/links/link.tsx";
import { CallToActionBand } from "../../components/sections/call-to-action-band.tsx";
import { CallToActionBox } from "../../components/sections/call-to-action-box.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage } from "../../page.ts";
import styles from "./faq.module.css";

/** Closes the other answers when one opens, in browsers whose `details` has no `name`: before Chrome 120, Firefox 130 and Safari 17.2. */
function closeOthers({ currentTarget }: ToggleEvent<HTMLDetailsElement>): void {
  if (!currentTarget.open || "name" in currentTarget) return;
  for (const other of document.querySelectorAll<HTMLDetailsElement>("details[name=faq][open]"))
    if (other !== currentTarget) other.open = false;
}

/** The FAQ page of spec section 2. All answers share a `name`, so that the browser keeps at most one open. */
const FaqPage = () => (
  <>
    <PageHeader {...hero} pattern="wash" />
    <Section>
      <div className={styles.questions}>
        {items.map(({ id, question, answer, more }) => (
          <details key={id} name="faq" className={styles.item} onToggle={closeOthers}>
            <summary>
              <h2 className="large">{question}</h2>
            </summary>
            <p id={id} className="muted measure">
              {answer}
            </p>
            {more && (
              <p className="links">
                <Link to={more.link}>{more.text}</Link>
              </p>
            )}
          </details>
        ))}
      </div>
    </Section>
    <Section>
      <CallToActionBox title={contact.text} link={contact.link} pattern="wash" />
    </Section>
    <CallToActionBand {...ending} />
  </>
);

export const page = definePage({
  Page: FaqPage,
  head: {
    ...meta,
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
  },
});
