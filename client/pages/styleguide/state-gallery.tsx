import { useEffect } from "react";
import { contactFields } from "../../../shared/forms/contact-form.ts";
import { volunteerFields } from "../../../shared/forms/volunteer-form.ts";
import { ArticleWaiting } from "../../components/article/article.tsx";
import { ItemFailed, ItemNotFound } from "../../components/feedback/item-unavailable.tsx";
import { notify } from "../../components/feedback/notification-store.ts";
import { Notifications } from "../../components/feedback/notifications.tsx";
import { notFoundPage } from "../../components/feedback/page-not-found.tsx";
import { ChoiceField, ChoicesField } from "../../components/forms/choice-fields.tsx";
import { FocusedBox } from "../../components/forms/form-notices.tsx";
import { FormShell } from "../../components/forms/form-shell.tsx";
import { PostForm } from "../../components/forms/post-form.tsx";
import { ReferenceWords } from "../../components/forms/reference-words.tsx";
import { TextField } from "../../components/forms/text-field.tsx";
import { useFormParts } from "../../components/forms/use-form.ts";
import button from "../../components/links/button.module.css";
import { Section } from "../../components/sections/section.tsx";
import type { PageProps } from "../../page.ts";
import styles from "./styleguide.module.css";

const OPTIONS = [
  { value: "part-time", label: "Part-time" },
  { value: "flexible", label: "Flexible" },
];
const ERRORS = [
  { field: "email", message: "Enter an email address such as name@example.org" },
  { field: "availability", message: "Choose your availability" },
];

const nothing = () => undefined;

/** Not active: a box with errors would take the focus, and a button send the form. */
function FormStates() {
  const controls = useFormParts("volunteer", volunteerFields);
  const wrong = { ...controls, parts: { ...controls.parts, errors: ERRORS } };
  const shell = {
    onSubmit: nothing,
    submitText: "Send",
    busyText: "Sending...",
    promise: "What becomes of the words.",
  };
  return (
    <div inert className={styles.states}>
      <h3>Empty</h3>
      <PostForm
        form="contact"
        fields={contactFields}
        submitText="Send"
        busyText="Sending..."
        onBegin={nothing}
        onSent={nothing}
      >
        <TextField name="name" words={{ label: "One line", hint: "A hint below the label." }} />
        <TextField name="phoneNumber" words={{ label: "Optional", example: "An example" }} />
        <TextField name="message" words={{ label: "Several lines" }} />
      </PostForm>
      <h3>With errors</h3>
      <FormShell {...shell} controls={wrong} isBusy={false}>
        <TextField name="email" words={{ label: "One line" }} />
        <ChoiceField name="availability" words={{ label: "One of a list" }} options={OPTIONS} />
        <ChoicesField name="interests" words={{ label: "Any of a list" }} options={OPTIONS} />
      </FormShell>
      <h3>Sending, after a failure</h3>
      <FormShell {...shell} controls={{ ...controls, failure: "It was not sent." }} isBusy>
        <TextField name="firstName" words={{ label: "One line" }} />
      </FormShell>
      <h3>Sent</h3>
      <FocusedBox kind="good" role="status">
        <p>Thank you for your message!</p>
        <p>
          <ReferenceWords reference="C-0000-0000" />
        </p>
      </FocusedBox>
    </div>
  );
}

const showOfflineBar = () => document.querySelector<HTMLDialogElement>("#offline")?.show();

/** Forms, and pages that wait, fail or are not there. */
export function StateGallery(props: PageProps) {
  useEffect(() => {
    notify("error", "A notice of an error");
    notify("success", "A notice of success");
    notify("info", "A notice");
  }, []);
  return (
    <>
      <Section title="Forms">
        <FormStates />
      </Section>
      <Section title="Offline">
        <button
          type="button"
          className={`${button.button} ${button.plain}`}
          onClick={showOfflineBar}
        >
          Show the bar
        </button>
      </Section>
      <ArticleWaiting crumbs={[]} label="Loading article..." />
      <ItemNotFound title="Article not found" text="It doesn't exist or has been removed." />
      <ItemFailed title="Failed to load article" />
      <notFoundPage.Page {...props} />
      <Notifications />
    </>
  );
}
