import * as content from "virtual:content/get-involved";
import { useState } from "react";
import * as messages from "../../../content/words/en/form-messages.json";
import * as texts from "../../../content/words/en/get-involved.json";
import { partnerFields, volunteerFields } from "../../../shared/forms/application-forms.ts";
import { readReference } from "../../../shared/forms/form-names.ts";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { ContentCard } from "../../components/cards/content-card.tsx";
import { dismiss, Notifications, notify } from "../../components/feedback/notifications.tsx";
import { FocusedBox } from "../../components/forms/form-shell.tsx";
import { PostForm, ReferenceWords } from "../../components/forms/post-form.tsx";
import { TabLinks } from "../../components/links/tab-links.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage, type PageProps } from "../../page.ts";

/** The times of spec section 9: "Simulated form submit 1500 ms; success banner 5000 ms". */
const SUBMIT_MS = 1_500;
const BANNER_MS = 5_000;

const FORMS = {
  volunteer: {
    fields: volunteerFields,
    words: content.volunteer,
    pairs: ["firstName", "email"],
    options: { interests: content.interests, availability: content.volunteer.availability },
  },
  partner: {
    fields: partnerFields,
    words: content.partner,
    pairs: ["orgName", "contactName", "contactEmail"],
    options: {
      orgType: content.partner.orgTypes,
      partnershipType: content.partner.partnershipTypes,
      partnerInterests: content.interests,
    },
  },
} as const;

type FormName = keyof typeof FORMS;

interface Props {
  form: FormName;
  reference: string | null;
  onReference: (reference: string | null) => void;
}

/** The form of spec section 5, "Volunteer" and "Partner": busy state, temporary banner, permanent confirmation. */
function Application({ form, reference, onReference }: Props) {
  const { words, ...parts } = FORMS[form];
  return (
    <>
      <div className="stack tight">
        <h2>{words.title}</h2>
        <p className="intro">{words.introduction}</p>
      </div>
      {reference !== null && (
        <FocusedBox key={reference} kind="good" role="status">
          <p>
            <span>{`${messages.confirmation[form]} `}</span>
            <ReferenceWords reference={reference} />
          </p>
        </FocusedBox>
      )}
      <PostForm
        form={form}
        {...parts}
        words={words.fields}
        submitText={words.submitText}
        busyText={texts.submitting}
        minimumMs={SUBMIT_MS}
        onBegin={() => onReference(null)}
        onSent={(given) => {
          onReference(given);
          const banner = notify("success", messages.sent[form]);
          setTimeout(() => dismiss(banner), BANNER_MS);
        }}
      />
    </>
  );
}

/** Shows the form in the URL. The other form keeps its draft and reference number (spec section 2). */
function GetInvolvedPage({ search }: PageProps) {
  const tab = search.get("form") === "partner" ? "partner" : "volunteer";
  const [references, setReferences] = useState<Record<FormName, string | null>>({
    volunteer: null,
    partner: null,
    [tab]: readReference(search.get("reference")),
  });
  return (
    <>
      <PageHeader {...content.hero} pattern="gender" />
      <Notifications />
      <Section>
        <h2 className="visually-hidden">{texts.waysToHelp}</h2>
        <CardGrid items={content.cards}>
          {({ link, ...card }) => (
            <ContentCard {...card} shape="wide" link={link.link} linkText={link.text} />
          )}
        </CardGrid>
      </Section>
      <div className="band warm">
        <section id="form" className="column stack loose" aria-label={texts.apply}>
          <TabLinks
            label={texts.form}
            isWrapped
            tabs={(["volunteer", "partner"] as const).map((form) => ({
              text: FORMS[form].words.title,
              href: `/get-involved?form=${form}#form`,
              isCurrent: tab === form,
            }))}
          />
          <Application
            key={tab}
            form={tab}
            reference={references[tab]}
            onReference={(given) => setReferences((before) => ({ ...before, [tab]: given }))}
          />
        </section>
      </div>
    </>
  );
}

export const page = definePage({ Page: GetInvolvedPage, head: content.meta });
