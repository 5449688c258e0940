import { useState } from "react";
import * as messages from "../../../content/words/en/form-messages.json";
import * as texts from "../../../content/words/en/get-involved.json";
import { partnerFields, volunteerFields } from "../../../shared/forms/application-forms.ts";
import { readReference } from "../../../shared/forms/form-names.ts";
import { dismiss, Notifications, notify } from "../../components/feedback/notifications.tsx";
import { FocusedBox } from "../../components/forms/form-shell.tsx";
import { PostForm, ReferenceWords } from "../../components/forms/post-form.tsx";
import { TabLinks } from "../../components/links/tab-links.tsx";
import { staticPart } from "../../components/streaming/streamed.tsx";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";

type Content = ContentOf<"getInvolved">;

/** The times of spec section 9: "Simulated form submit 1500 ms; success banner 5000 ms". */
const SUBMIT_MS = 1_500;
const BANNER_MS = 5_000;

/** Returns the fields, texts and options of both forms. */
const formsOf = ({ volunteer, partner, interests }: Content["content"]) => ({
  volunteer: {
    fields: volunteerFields,
    words: volunteer,
    pairs: ["firstName", "email"],
    options: { interests, availability: volunteer.availability },
  },
  partner: {
    fields: partnerFields,
    words: partner,
    pairs: ["orgName", "contactName", "contactEmail"],
    options: {
      orgType: partner.orgTypes,
      partnershipType: partner.partnershipTypes,
      partnerInterests: interests,
    },
  },
});

type Forms = ReturnType<typeof formsOf>;
type FormName = keyof Forms;

interface Props {
  form: FormName;
  parts: Forms[FormName];
  reference: string | null;
  onReference: (reference: string | null) => void;
}

/** The form of spec section 5, "Volunteer" and "Partner": busy state, temporary banner, permanent confirmation. */
function Application({ form, parts: { words, ...parts }, reference, onReference }: Props) {
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

const loadViews = () => import("./ways-to-help.tsx");
const Header = staticPart("q:get-involved-header", loadViews, (views) => views.GetInvolvedHeader);
const WaysToHelp = staticPart("q:ways-to-help", loadViews, (views) => views.WaysToHelp);

/** Shows the form in the URL. The other form keeps its draft and reference number (spec section 2). */
function GetInvolvedPage({ content: { content }, search }: PageProps<Content>) {
  const forms = formsOf(content);
  const tab = search.get("form") === "partner" ? "partner" : "volunteer";
  const [references, setReferences] = useState<Record<FormName, string | null>>({
    volunteer: null,
    partner: null,
    [tab]: readReference(search.get("reference")),
  });
  return (
    <>
      <Header hero={content.hero} />
      <Notifications />
      <WaysToHelp cards={content.cards} />
      <div className="band warm">
        <section id="form" className="column stack loose" aria-label={texts.apply}>
          <TabLinks
            label={texts.form}
            isWrapped
            tabs={(["volunteer", "partner"] as const).map((form) => ({
              text: forms[form].words.title,
              href: `/get-involved?form=${form}#form`,
              isCurrent: tab === form,
            }))}
          />
          <Application
            key={tab}
            form={tab}
            parts={forms[tab]}
            reference={references[tab]}
            onReference={(given) => setReferences((before) => ({ ...before, [tab]: given }))}
          />
        </section>
      </div>
    </>
  );
}

export const page = definePage<Content>({
  Page: GetInvolvedPage,
  hydrate: "load",
  inBrowser: ["content.meta", "content.volunteer", "content.partner", "content.interests"],
  loadViews,
  head: ({ content: { content } }) => content.meta,
});
