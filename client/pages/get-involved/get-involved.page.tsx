import { useCallback, useState } from "react";
import { cards, hero, meta, partner, volunteer } from "../../../content/get-involved.json";
import * as words from "../../../content/words/en/get-involved.json";
import { readReference } from "../../../shared/forms/form-names.ts";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { ContentCard } from "../../components/cards/content-card.tsx";
import { Notifications } from "../../components/feedback/notifications.tsx";
import { TabLinks } from "../../components/links/tab-links.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage, type PageProps } from "../../page.ts";
import { Application } from "./application.tsx";

/** The last reference number of each form. */
type References = Record<"volunteer" | "partner", string | null>;

const PATH = "/get-involved";

const TABS = [
  ["volunteer", volunteer.title],
  ["partner", partner.title],
] as const;

/**
 * Spec section 2, "Get Involved". The URL selects the form; the other form's draft and reference
 * number are preserved.
 */
function GetInvolvedPage({ search }: PageProps) {
  const tab = search.get("form") === "partner" ? "partner" : "volunteer";
  const [references, setReferences] = useState<References>({
    volunteer: null,
    partner: null,
    [tab]: readReference(search.get("reference")),
  });
  const setReference = useCallback(
    (form: keyof References, reference: string | null) =>
      setReferences((before) => ({ ...before, [form]: reference })),
    [],
  );
  return (
    <>
      <PageHeader title={hero.title} standfirst={hero.subtitle} pattern="gender" />
      <Notifications />
      <Section>
        <h2 className="visually-hidden">{words.waysToHelp}</h2>
        <CardGrid items={cards} keyOf={({ id }) => id}>
          {({ link, ...card }) => (
            <ContentCard {...card} shape="wide" link={{ text: link.text, href: link.link }} />
          )}
        </CardGrid>
      </Section>
      <div className="band warm">
        <section id="form" className="column stack loose" aria-label={words.apply}>
          <TabLinks
            label={words.form}
            isWrapped
            tabs={TABS.map(([form, text]) => ({
              text,
              href: `${PATH}?form=${form}#form`,
              isCurrent: tab === form,
            }))}
          />
          <Application
            key={tab}
            form={tab}
            reference={references[tab]}
            setReference={setReference}
          />
        </section>
      </div>
    </>
  );
}

export const page = definePage({
  Page: GetInvolvedPage,
  head: () => ({ ...meta, canonicalPath: PATH }),
});
