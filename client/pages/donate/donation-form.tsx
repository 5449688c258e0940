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
import { formActions } from "../../../shared/forms/form-names.ts";
import {
  BY_TRANSFER,
  consentFields,
  donorFields,
  PAYMENT_KEY,
  pledgeFields,
} from "../../../shared/forms/gift-forms.ts";
import { FormFields } from "../../components/forms/fields.tsx";
import { FocusedBox, FormShell } from "../../components/forms/form-shell.tsx";
import { findFieldErrors, useFormParts } from "../../components/forms/use-form.ts";
import { Button, ButtonLink } from "../../components/links/button.tsx";
import { announceAtRest } from "../../components/speech/announce.ts";
import { useIsHydrating } from "../../components/streaming/streamed.tsx";
import { useFormState, useRequest } from "../../data/request-context.ts";
import { siteHref } from "../../format/hrefs.ts";
import { AmountFields, aboutCurrency, choiceFromForm, choiceFromValues } from "./amount-fields.tsx";
import styles from "./donate.module.css";
import giving from "./giving.module.css";
import "../../components/sections/banner.css";

type Donate = Documents["donate"];

/** The processing time of a donation (spec section 9). */
const PROCESSING_MS = 1_500;
/** The fields whose values the form keeps, apart from the amount. */
const FIELDS = { purpose: pledgeFields.purpose, ...donorFields, ...consentFields };

interface Props {
  donate: Donate;
  requested: DonationChoice;
  isPrefilled: boolean;
  /** The fields without behaviour, as the server has rendered them: proof, purpose, consent. */
  proof: ReactNode;
  purpose: ReactNode;
  consent: ReactNode;
}

/** Returns the chosen amount as it is shown; null while none is chosen. */
function chosenIn(donate: Donate, choice: DonationChoice): string | null {
  const { displayFactor, decimals } = aboutCurrency(donate, choice.currency);
  return chosenFigure(choice, displayFactor, decimals);
}

/** Pledges what could be paid online. This button comes after the main button, so that Enter presses the main one. */
const OtherWay = ({ otherWay }: Pick<Donate, "otherWay">) => (
  <div className={`${giving.other} line stack`}>
    <p>{otherWay.lead}</p>
    <Button
      type="submit"
      name="way"
      value={BY_TRANSFER}
      formAction={siteHref(formActions.donation)}
      formNoValidate
    >
      {otherWay.text}
    </Button>
  </div>
);

/** Renders the text of the button of a pledge. Without scripts the amount cannot follow the choice, so the text names none. */
const ShowMe = ({ figure }: { figure: string | null }) => (
  <>
    <span className="scripted">
      {`${figure === null ? words.showMeGift : fill(words.showMe, { figure })} `}
    </span>
    <span className={styles.still}>{words.showMeGift}</span>
  </>
);

const DonateFigure = ({ figure }: { figure: string | null }) => (
  <>
    <span>{words.donate}</span>
    <span className="scripted">{figure === null ? "" : ` ${figure}`}</span>
  </>
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

function useDonation({ donate, requested, isPrefilled }: Props) {
  const state = useFormState("donation");
  const takesPayments = useRequest().takesPayments;
  const [first] = useState(() =>
    state === null ? requested : choiceFromValues(donate, state.values),
  );
  const [choice, setChoice] = useState(first);
  const [phase, setPhase] = useState<"idle" | "processing" | "redirecting">("idle");
  const controls = useFormParts("donation", FIELDS, { isPrefilled });
  const { ref } = controls;

  // Read input from before hydration, or restored by the browser.
  useEffect(() => {
    if (ref.current) setChoice(choiceFromForm(donate, ref.current));
  }, [donate, ref]);

  useEffect(() => {
    if (phase !== "processing") return;
    const timer = setTimeout(() => {
      // A pledge leads to a page of this site, not to a payment processor.
      if (takesPayments) setPhase("redirecting");
      // `submit()` skips `onSubmit`, so that the browser posts the form as it does without scripts.
      ref.current?.submit();
    }, PROCESSING_MS);
    return () => clearTimeout(timer);
  }, [phase, takesPayments, ref]);

  // A page that the browser kept is shown again after Back, and its form must take another gift.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && setPhase("idle");
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, []);

  const onSubmit = async (element: HTMLFormElement) => {
    const errors = await findFieldErrors(element, donorFields);
    controls.show({ errors });
    setPhase(errors.length > 0 ? "idle" : "processing");
  };
  const onInput = (element: HTMLFormElement) => {
    setChoice(choiceFromForm(donate, element));
    announceAtRest(...element.querySelectorAll("[aria-live]"));
  };
  return { state, takesPayments, first, choice, phase, controls, onSubmit, onInput };
}

/**
 * The donation form of spec sections 4 and 5. Without a payment provider the form is a pledge, and leads to the page that says how to send
 * the gift; with one it leads to the provider's page.
 */
export function DonationForm(props: Props) {
  const { donate, proof, purpose, consent } = props;
  const { state, takesPayments, choice, phase, controls, ...donation } = useDonation(props);
  const figure = chosenIn(donate, choice);
  const { displayFactor, decimals } = aboutCurrency(donate, choice.currency);
  // Without scripts the button would never be enabled.
  const hasScripts = !useIsHydrating();
  const isTyped = choice.customAmount !== "";
  const errorOf: ComponentProps<typeof AmountFields>["errorOf"] = (name) => {
    if (name === "customAmount" && figure !== null) return null;
    if (name === "customAmount" && isTyped) return amountError(choice.customAmount, decimals);
    return controls.parts.errors.find(({ field }) => field === name)?.message ?? null;
  };
  return (
    <>
      <h2 className="visually-hidden">{words.yourDonation}</h2>
      {phase === "redirecting" && (
        <FocusedBox kind="info" role="alert">
          <p>{words.redirecting}</p>
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
        submitText={takesPayments ? <DonateFigure figure={figure} /> : <ShowMe figure={figure} />}
        busyText={words.processing}
        variant="gold"
        promise={takesPayments ? words.payPromise : words.promise}
        isBusy={phase !== "idle"}
        isDisabled={hasScripts && figure === null}
        onSubmit={(element) => void donation.onSubmit(element)}
        onInput={donation.onInput}
        after={takesPayments && <OtherWay otherWay={donate.otherWay} />}
      >
        <PaymentKey typed={state?.values[PAYMENT_KEY]} />
        <AmountFields donate={donate} first={donation.first} choice={choice} errorOf={errorOf} />
        {proof}
        {purpose}
        <DonorFields legend={donate.headings.personal} words={donate.fields}>
          {consent}
        </DonorFields>
        {/* Announced once typing stops, because the text changes with each key press. */}
        <p className="scripted note large semibold" role="status" aria-live="off">
          {isTyped && figure === null
            ? words.checkAmount
            : summaryWords(choice, displayFactor, decimals)}
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
    <FormFields fields={donorFields} pairs={["firstName", "email"]} words={words} />
    {children}
  </fieldset>
);
