import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import * as words from "../../../content/words/en/donate.json";
import type { Documents } from "../../../shared/content/documents.ts";
import { fill } from "../../../shared/fill.ts";
import {
  amountError,
  chosenFigure,
  type DonationChoice,
  summaryWords,
} from "../../../shared/forms/donation.ts";
import { personFields } from "../../../shared/forms/field.ts";
import { formActions } from "../../../shared/forms/form-names.ts";
import { PAYMENT_KEY } from "../../../shared/forms/gift-forms.ts";
import { FormFields } from "../../components/forms/fields.tsx";
import { FocusedBox, FormShell } from "../../components/forms/form-shell.tsx";
import { findFieldErrors, useFormParts } from "../../components/forms/use-form.ts";
import { Button, ButtonLink } from "../../components/links/button.tsx";
import { Link } from "../../components/links/link.tsx";
import { announceAtRest } from "../../components/speech/announce.ts";
import { useIsHydrating } from "../../components/streaming/streamed.tsx";
import { useFormState, useRequest } from "../../data/request-context.ts";
import { siteHref } from "../../format/hrefs.ts";
import {
  AmountFields,
  choiceFromForm,
  choiceFromValues,
  displayFactor,
  pledgeHref,
} from "./amount-fields.tsx";
import giving from "./giving.module.css";
import "../../components/sections/banner.css";

type Donate = Documents["donate"];

/** The processing time of a donation (spec section 9). */
const PROCESSING_MS = 1_500;
/**
 * The time for which the spec's redirecting text is shown when no provider is connected. Screen readers can finish it before the truth
 * replaces it.
 */
const REDIRECTING_MS = 3_000;

interface Props {
  donate: Donate;
  requested: DonationChoice;
  isPrefilled: boolean;
  /** True after the form was sent without scripts. */
  isSent: boolean;
}

const figureOf = (donate: Donate, choice: DonationChoice) =>
  chosenFigure(choice, displayFactor(donate, choice.currency));

/** Tells the visitor, when no payment provider is connected, that no money was taken, and how to give today. */
function NothingTaken({ donate, choice }: { donate: Donate; choice: DonationChoice }) {
  const figure = figureOf(donate, choice);
  const interval = choice.frequency === "monthly" ? words.everyMonth : "";
  const chosen = figure === null ? "" : `${fill(words.chosen, { figure: figure + interval })} `;
  return (
    <>
      <p>{chosen + words.noPayment}</p>
      <p>
        <Link className="touch" to={pledgeHref(choice)}>
          {donate.otherWay.text}
        </Link>
      </p>
    </>
  );
}

/** Sends the current input to the pledge form. This button comes after the main button, so that Enter presses the main one. */
const OtherWay = ({ otherWay }: Pick<Donate, "otherWay">) => (
  <div className={`${giving.other} line stack`}>
    <p>{otherWay.lead}</p>
    <Button type="submit" formAction={siteHref(formActions.pledge)} formNoValidate>
      {otherWay.text}
    </Button>
  </div>
);

/** Renders a key that is new for each visit, so that a form posted twice is one gift. Without scripts the server creates the key. */
function PaymentKey({ typed }: { typed: unknown }) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // `randomUUID` is missing on plain http, except on localhost.
    if (ref.current?.value === "") ref.current.value = window.crypto.randomUUID?.() ?? "";
  }, []);
  return <input ref={ref} type="hidden" name={PAYMENT_KEY} defaultValue={String(typed ?? "")} />;
}

function useDonation({ donate, requested, isPrefilled, isSent }: Props) {
  const state = useFormState("donation");
  const takesPayments = useRequest().takesPayments;
  const [first] = useState(() =>
    state === null ? requested : choiceFromValues(donate, state.values),
  );
  const [choice, setChoice] = useState(first);
  const [phase, setPhase] = useState<"idle" | "processing" | "redirecting" | "told">(
    isSent && !takesPayments ? "told" : "idle",
  );
  const controls = useFormParts("donation", personFields, { isPrefilled });
  const { ref } = controls;
  // The result shows the confirmed choice, even if the visitor changes the form meanwhile.
  const [confirmed, setConfirmed] = useState(choice);

  // Read input from before hydration, or restored by the browser.
  useEffect(() => {
    if (ref.current) setChoice(choiceFromForm(donate, ref.current));
  }, [donate, ref]);

  useEffect(() => {
    if (phase !== "processing") return;
    const timer = setTimeout(() => {
      setPhase("redirecting");
      // `submit()` skips `onSubmit`, so that the browser posts the form as it does without scripts.
      if (takesPayments) ref.current?.submit();
    }, PROCESSING_MS);
    return () => clearTimeout(timer);
  }, [phase, takesPayments, ref]);

  useEffect(() => {
    if (phase !== "redirecting" || takesPayments) return;
    const timer = setTimeout(() => setPhase("told"), REDIRECTING_MS);
    return () => clearTimeout(timer);
  }, [phase, takesPayments]);

  const onSubmit = async (element: HTMLFormElement) => {
    const errors = await findFieldErrors(element, personFields);
    controls.show({ errors });
    setConfirmed(choice);
    setPhase(errors.length > 0 ? "idle" : "processing");
  };
  const onInput = (element: HTMLFormElement) => {
    setChoice(choiceFromForm(donate, element));
    announceAtRest(...element.querySelectorAll("[aria-live]"));
  };
  return { state, takesPayments, first, choice, phase, controls, confirmed, onSubmit, onInput };
}

/**
 * The donation form of spec sections 4 and 5. Without a payment provider nothing leaves the browser; with one the form is posted to its
 * page.
 */
export function DonationForm(props: Props) {
  const { donate } = props;
  const { state, takesPayments, choice, phase, controls, ...donation } = useDonation(props);
  const figure = figureOf(donate, choice);
  // Without scripts the button would never be enabled.
  const hasScripts = !useIsHydrating();
  const isTyped = choice.customAmount !== "";
  const errorOf: ComponentProps<typeof AmountFields>["errorOf"] = (name) => {
    if (name === "customAmount" && figure !== null) return null;
    if (name === "customAmount" && isTyped) return amountError(choice.customAmount);
    return controls.parts.errors.find(({ field }) => field === name)?.message ?? null;
  };
  return (
    <>
      <h2 className="visually-hidden">{words.yourDonation}</h2>
      {(phase === "redirecting" || phase === "told") && (
        <FocusedBox kind="info" role="alert">
          {phase === "redirecting" ? (
            <p>{words.redirecting}</p>
          ) : (
            <NothingTaken donate={donate} choice={donation.confirmed} />
          )}
        </FocusedBox>
      )}
      {state?.reference && (
        <p>
          {/* The payment page is down, but the gift is recorded, and can be paid in another way. */}
          <ButtonLink href={`/donate/thanks/${state.reference}`} variant="gold">
            {words.otherWay}
          </ButtonLink>
        </p>
      )}
      <FormShell
        controls={controls}
        submitText={
          <>
            <span>{words.donate}</span>
            <span className="scripted">{figure === null ? "" : ` ${figure}`}</span>
          </>
        }
        busyText={words.processing}
        variant="gold"
        promise={takesPayments ? words.payPromise : words.notStored}
        isBusy={phase === "processing"}
        isDisabled={hasScripts && figure === null}
        onSubmit={(element) => void donation.onSubmit(element)}
        onInput={donation.onInput}
        after={<OtherWay otherWay={donate.otherWay} />}
      >
        {takesPayments && <PaymentKey typed={state?.values.paymentKey} />}
        <AmountFields donate={donate} first={donation.first} choice={choice} errorOf={errorOf} />
        <DonorFields legend={donate.headings.personal} words={donate.fields} />
        {/* Announced once typing stops, because the text changes with each key press. */}
        <p className="scripted note large semibold" role="status" aria-live="off">
          {isTyped && figure === null
            ? words.checkAmount
            : summaryWords(choice, displayFactor(donate, choice.currency))}
        </p>
      </FormShell>
    </>
  );
}

interface DonorProps {
  legend: string;
  words: Donate["fields"];
  children?: ReactNode;
}

/** The fields for the donor, which the pledge form shares. */
export const DonorFields = ({ legend, words, children }: DonorProps) => (
  <fieldset className="stack loose">
    <legend className="large semibold">{legend}</legend>
    <FormFields fields={personFields} pairs={["firstName", "email"]} words={words} />
    {children}
  </fieldset>
);
