import { Link } from "../../components/links/link.tsx";
import { CallToActionBand } from "../../components/sections/call-to-action-band.tsx";
import { CallToActionBox } from "../../components/sections/call-to-action-box.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import styles from "./faq.module.css";

type Content = ContentOf<"faq">;

/** Closes the other answers when one opens, in browsers whose `details` has no `name`: before Chrome 120, Firefox 130 and Safari 17.2. */
function closeOthers({ target }: Event): void {
  if ("name" in HTMLDetailsElement.prototype) return;
  if (!(target instanceof HTMLDetailsElement) || !target.matches("[name=faq][open]")) return;
  for (const other of document.querySelectorAll<HTMLDetailsElement>("details[name=faq][open]"))
    if (other !== target) other.open = false;
}

/** The FAQ page of spec section 2. All answers share a `name`, so that the browser keeps at most one open. */
const FaqPage = ({ content: { faq, ending } }: PageProps<Content>) => (
  <>
    <PageHeader {...faq.hero} pattern="wash" />
    <Section>
      <div className={styles.questions}>
        {faq.items.map(({ id, question, answer, more }) => (
          <details key={id} name="faq" className={styles.item}>
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
      <CallToActionBox title={faq.contact.text} link={faq.contact.link} pattern="wash" />
    </Section>
    <CallToActionBand {...ending} />
  </>
);

export const page = definePage<Content>({
  Page: FaqPage,
  hydrate: "use",
  // Toggle events do not bubble, so capture them. A listener that is already there is not added again.
  onShown: () => document.addEventListener("toggle", closeOthers, true),
  head: ({ content: { faq } }) => ({
    ...faq.meta,
    jsonLd: [
      {
        "@type": "FAQPage",
        mainEntity: faq.items.map(({ question, answer }) => ({
          "@type": "Question",
          name: question,
          acceptedAnswer: { "@type": "Answer", text: answer },
        })),
      },
    ],
  }),
});
