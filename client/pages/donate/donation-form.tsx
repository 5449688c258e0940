import { fields, headings, otherWay } from "virtual:content/donate?form";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import * as words from "../../../content/words/en/donate.json";
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
import button from "../../components/links/button.module.css";
import { ButtonLink, Link } from "../../components/links/link.tsx";
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
import styles from "./donate.module.css";
import giving from "./giving.module.css";

/** Spec section 9: "donation processing 1.5 s". */
const PROCESSING_MS = 1_500;
/** How long the text of the spec stands alone where nothing is connected: it is heard, then the truth takes its place. */
const REDIRECTING_MS = 3_000;

interface Props {
  requested: DonationChoice;
  isPrefilled: boolean;
  /** Sent without scripts. */
  isSent: boolean;
}

const figureOf = (choice: DonationChoice) => chosenFigure(choice, displayFactor(choice.currency));

/** What became of the choice where no payment provider is connected, and what works today. */
function NothingTaken({ choice }: { choice: DonationChoice }) {
  const figure = figureOf(choice);
  const interval = choice.frequency === "monthly" ? words.everyMonth : "";
  const chosen = figure === null ? "" : `${fill(words.chosen, { figure: figure + interval })} `;
  return (
    <>
      <p>{chosen + words.noPayment}</p>
      <p>
        <Link className="touch" to={pledgeHref(choice)}>
          {otherWay.text}
        </Link>
      </p>
    </>
  );
}

/** Takes what is chosen and typed to the form for a pledge. After the first button: Enter presses that one. */
const OtherWay = () => (
  <div className={`${giving.other} line stack`}>
    <p>{otherWay.lead}</p>
    <button
      type="submit"
      formAction={siteHref(formActions.pledge)}
      formNoValidate
      className={`${button.button} ${button.plain}`}
    >
      {otherWay.text}
    </button>
  </div>
);

/** One for each visit: a form that is posted twice is one gift. Without scripts the server makes one. */
function PaymentKey({ typed }: { typed: unknown }) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Missing on http, except on this machine.
    if (ref.current?.value === "") ref.current.value = window.crypto.randomUUID?.() ?? "";
  }, []);
  return <input ref={ref} type="hidden" name={PAYMENT_KEY} defaultValue={String(typed ?? "")} />;
}

function useDonation({ requested, isPrefilled, isSent }: Props) {
  const state = useFormState("donation");
  const takesPayments = useRequest().takesPayments;
  const [first] = useState(() => (state === null ? requested : choiceFromValues(state.values)));
  const [choice, setChoice] = useState(first);
  const [phase, setPhase] = useState<"idle" | "processing" | "redirecting" | "told">(
    isSent && !takesPayments ? "told" : "idle",
  );
  const controls = useFormParts("donation", personFields, { isPrefilled });
  const { ref } = controls;
  // The result shows what was confirmed, whatever is chosen meanwhile.
  const [confirmed, setConfirmed] = useState(choice);

  // What was chosen and typed before hydration, or restored by the browser, counts.
  useEffect(() => {
    if (ref.current) setChoice(choiceFromForm(ref.current));
  }, [ref]);

  useEffect(() => {
    if (phase !== "processing") return;
    const timer = setTimeout(() => {
      setPhase("redirecting");
      // Past `onSubmit`, as a browser without scripts posts it.
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
    setChoice(choiceFromForm(element));
    announceAtRest(...element.querySelectorAll("[aria-live]"));
  };
  return { state, takesPayments, first, choice, phase, controls, confirmed, onSubmit, onInput };
}

/** Spec sections 4 and 5. Without a payment provider nothing leaves the browser; with one the form is posted there. */
export function DonationForm(props: Props) {
  const { state, takesPayments, choice, phase, controls, ...donation } = useDonation(props);
  const figure = figureOf(choice);
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
            <NothingTaken choice={donation.confirmed} />
          )}
        </FocusedBox>
      )}
      {state?.reference && (
        <p>
          {/* The payment page is down; the gift is noted, and can come another way. */}
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
            <span className={styles.live}>{figure === null ? "" : ` ${figure}`}</span>
          </>
        }
        busyText={words.processing}
        variant="gold"
        promise={takesPayments ? words.payPromise : words.notStored}
        isBusy={phase === "processing"}
        isDisabled={hasScripts && figure === null}
        onSubmit={(element) => void donation.onSubmit(element)}
        onInput={donation.onInput}
        after={<OtherWay />}
      >
        {takesPayments && <PaymentKey typed={state?.values.paymentKey} />}
        <AmountFields first={donation.first} choice={choice} errorOf={errorOf} />
        <DonorFields legend={headings.personal} />
        {/* Said at rest: it changes with each key. */}
        <p className={`${styles.live} note large semibold`} role="status" aria-live="off">
          {isTyped && figure === null
            ? words.checkAmount
            : summaryWords(choice, displayFactor(choice.currency))}
        </p>
      </FormShell>
    </>
  );
}

/** The donor, as the form for a pledge asks too. */
export const DonorFields = ({ legend, children }: { legend: string; children?: ReactNode }) => (
  <fieldset className="stack loose">
    <legend className="large semibold">{legend}</legend>
    <FormFields fields={personFields} pairs={["firstName", "email"]} words={fields} />
    {children}
  </fieldset>
);
