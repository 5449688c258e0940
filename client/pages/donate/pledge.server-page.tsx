import type { ComponentProps } from "react";
import * as words from "../../../content/words/en/pledge.json";
import type { TypedValues } from "../../../shared/contract/form-state.ts";
import { chosenAmount } from "../../../shared/forms/donation.ts";
import { PLEDGE_KEY, pledgeFields } from "../../../shared/forms/gift-forms.ts";
import { ChoiceField, TextField, useField } from "../../components/forms/fields.tsx";
import form from "../../components/forms/form.module.css";
import { FormShell } from "../../components/forms/form-shell.tsx";
import { useFormParts } from "../../components/forms/use-form.ts";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import { aboutCurrency, choiceFromSearch, choiceFromValues, Radios } from "./amount-fields.tsx";
import { Consent } from "./donate-views.tsx";
import { DonorFields } from "./donation-form.tsx";

type Content = ContentOf<"pledge">;

function Choice({ name, ...radios }: Omit<ComponentProps<typeof Radios>, "chosen">) {
  const { value, id, error } = useField(name);
  return <Radios name={name} chosen={[value]} id={id} error={error} {...radios} />;
}

/** Returns the values typed into this form; otherwise those chosen on Donate, or named in the URL. */
function firstValues(
  { donate, giving: { purposes } }: Content,
  values: TypedValues,
  search: URLSearchParams,
): TypedValues {
  if (values.amount !== undefined) return values;
  const choice =
    values.currency === undefined
      ? choiceFromSearch(donate, search)
      : choiceFromValues(donate, values);
  const { currency, frequency, customAmount } = choice;
  const { displayFactor, decimals } = aboutCurrency(donate, currency);
  const amount = chosenAmount(choice, displayFactor, decimals) ?? customAmount;
  const named = purposes.find(({ value }) => value === search.get("purpose"));
  return { ...values, amount, currency, frequency, purpose: (named ?? purposes[0])?.value ?? "" };
}

/** The form for a gift by bank transfer or mobile money (docs/decisions/0055). The server renders this page alone. */
function PledgePage({ content, search }: PageProps<Content>) {
  const { donate, giving } = content;
  const { hero, meta, headings, fields, purposes, submitText, promise } = giving;
  const controls = useFormParts("pledge", pledgeFields);
  const values = firstValues(content, controls.parts.values, search);
  return (
    <>
      <PageHeader {...hero} pattern="livelihoods" />
      <div className="column band">
        <section className={`${form.sheet} panel stack loose`} aria-label={meta.title}>
          <h2 className="visually-hidden">{words.yourGift}</h2>
          <FormShell
            controls={{ ...controls, parts: { ...controls.parts, values } }}
            submitText={submitText}
            busyText={submitText}
            isBusy={false}
            variant="gold"
            promise={promise}
            onSubmit={() => {}}
          >
            <input type="hidden" name={PLEDGE_KEY} value={String(values[PLEDGE_KEY] ?? "")} />
            <fieldset className="stack loose">
              <legend className="large semibold">{headings.gift}</legend>
              <Choice name="currency" legend={words.currency} options={donate.currencies} />
              <TextField name="amount" words={fields.amount} />
              <Choice name="frequency" legend={words.frequency} options={donate.frequencies} />
              <ChoiceField name="purpose" words={fields.purpose} options={purposes} />
            </fieldset>
            <DonorFields legend={headings.personal} words={donate.fields}>
              <Consent content={{ giving: fields }} />
            </DonorFields>
          </FormShell>
        </section>
      </div>
    </>
  );
}

export const page = definePage<Content>({
  Page: PledgePage,
  hydrate: "use",
  // A URL with an amount is the same page, so search engines must not index it.
  head: ({ content, search }) => ({ ...content.giving.meta, noindex: search.size > 0 }),
});
