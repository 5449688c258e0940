import { cards, hero, meta, partner, volunteer } from "../../../content/get-involved.json";
import { readReference } from "../../../shared/forms/reference.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { TabLinks } from "../../components/tab-links.tsx";
import { definePage, type PageProps } from "../../page.ts";
import styles from "./get-involved.module.css";
import { InvolvedCard } from "./involved-card.tsx";
import { PartnerForm } from "./partner-form.tsx";
import { VolunteerForm } from "./volunteer-form.tsx";

const PATH = "/get-involved";

/**
 * Spec section 2, "Get Involved". Both forms are in the page and one is shown: what was typed into
 * the other is still there on the way back.
 */
function GetInvolvedPage({ search }: PageProps) {
  const tab = search.get("form") === "partner" ? "partner" : "volunteer";
  const reference = readReference(search.get("reference"));
  return (
    <>
      <PageHeader title={hero.title} standfirst={hero.subtitle} />
      <ul className={styles.cards} role="list">
        {cards.map((card) => (
          <li key={card.id}>
            <InvolvedCard {...card} />
          </li>
        ))}
      </ul>
      <div className={styles.band}>
        <section id="form" className={styles.inner} aria-label="Apply">
          <TabLinks
            label="Form"
            tabs={[
              {
                text: volunteer.title,
                href: `${PATH}?form=volunteer#form`,
                isCurrent: tab === "volunteer",
              },
              {
                text: partner.title,
                href: `${PATH}?form=partner#form`,
                isCurrent: tab === "partner",
              },
            ]}
          />
          <div hidden={tab !== "volunteer"}>
            <VolunteerForm sentAs={tab === "volunteer" ? reference : null} />
          </div>
          <div hidden={tab !== "partner"}>
            <PartnerForm sentAs={tab === "partner" ? reference : null} />
          </div>
        </section>
      </div>
    </>
  );
}

export const page = definePage({
  Page: GetInvolvedPage,
  head: () => ({ title: meta.title, description: meta.description, canonicalPath: PATH }),
});
