import { useEffect, useState } from "react";
import { fields, headings } from "../../../content/donate.json";
import {
  amountFault,
  chosenFigure,
  type DonationChoice,
  type Frequency,
  summaryWords,
} from "../../../shared/forms/donation.ts";
import { donorFields } from "../../../shared/forms/donation-form.ts";
import { NO_PAYMENT_WORDS, sentWords } from "../../../shared/forms/form-words.ts";
import form from "../../components/form/form.module.css";
import { findFaults } from "../../components/form/form-element.ts";
import { FocusedBox } from "../../components/form/form-notices.tsx";
import { FormShell } from "../../components/form/form-shell.tsx";
import { TextField } from "../../components/form/text-field.tsx";
import { useFormParts } from "../../components/form/use-form-parts.ts";
import { useIsHydrating } from "../../components/use-is-hydrating.ts";
import { useFormState } from "../../data/form-state-context.ts";
import { AmountFields } from "./amount-fields.tsx";
import styles from "./donate.module.css";
import { choiceFromForm, choiceFromValues, displayFactor } from "./donation-choice.ts";

/** Spec section 9: "donation processing 1.5 s". */
const PROCESSING_MS = 1_500;

interface Props {
  /** What the address asks for. */
  asked: DonationChoice;
  isPrefilled: boolean;
  /** It was sent without scripts. */
  isSent: boolean;
}

/** What the person is told in the end: the spec's words, then what really happened. */
function Outcome({ figure, frequency }: { figure: string | null; frequency: Frequency }) {
  const often = frequency === "monthly" ? " every month" : "";
  return (
    <FocusedBox kind="info" role="alert">
      <p>{sentWords.donation}</p>
      <p>
        {figure === null
          ? NO_PAYMENT_WORDS
          : `You chose to give ${figure}${often}. ${NO_PAYMENT_WORDS}`}
      </p>
    </FocusedBox>
  );
}

/** Spec sections 4 and 5, "Donation". No call is made; with scripts nothing leaves the browser. */
export function DonationForm({ asked, isPrefilled, isSent }: Props) {
  const state = useFormState("donation");
  const [first] = useState(() => (state === null ? asked : choiceFromValues(state.values)));
  const [choice, setChoice] = useState(first);
  const [phase, setPhase] = useState<"idle" | "processing" | "done">(isSent ? "done" : "idle");
  const controls = useFormParts("donation", donorFields, { isPrefilled });
  const { ref, parts } = controls;
  const factor = displayFactor(choice.currency);
  const figure = chosenFigure(choice, factor);
  const amountError = parts.errors.find(({ field }) => field === "customAmount")?.message ?? null;
  const typedFault = choice.customAmount === "" ? null : amountFault(choice.customAmount);
  // What was confirmed is what is told in the end, whatever is chosen meanwhile.
  const [confirmed, setConfirmed] = useState({ figure, frequency: choice.frequency });
  // Without scripts nothing would ever enable the button.
  const hasScripts = !useIsHydrating();

  // What was chosen before the script was there, or was put back by the browser, counts.
  useEffect(() => {
    if (ref.current) setChoice(choiceFromForm(ref.current));
  }, [ref]);

  useEffect(() => {
    if (phase !== "processing") return;
    const timer = setTimeout(() => setPhase("done"), PROCESSING_MS);
    return () => clearTimeout(timer);
  }, [phase]);

  const submit = (element: HTMLFormElement) => {
    const errors = findFaults(element, donorFields);
    controls.show({ errors });
    setConfirmed({ figure, frequency: choice.frequency });
    setPhase(errors.length > 0 ? "idle" : "processing");
  };

  return (
    <>
      <h2 className="visually-hidden">Your donation</h2>
      {phase === "done" && <Outcome {...confirmed} />}
      <FormShell
        controls={controls}
        submitText={
          <>
            Donate<span className={styles.live}>{figure === null ? "" : ` ${figure}`}</span>
          </>
        }
        busyText="Processing..."
        look="gold"
        promise="Nothing you enter here is stored."
        isBusy={phase === "processing"}
        isDisabled={hasScripts && figure === null}
        onSubmit={submit}
        onInput={(element) => setChoice(choiceFromForm(element))}
      >
        <AmountFields first={first} choice={choice} error={typedFault ?? amountError} />
        <fieldset className={styles.personal}>
          <legend>{headings.personal}</legend>
          <div className={form.pair}>
            <TextField name="firstName" words={fields.firstName} />
            <TextField name="lastName" words={fields.lastName} />
          </div>
          <div className={form.pair}>
            <TextField name="email" words={fields.email} />
            <TextField name="phone" words={fields.phone} />
          </div>
        </fieldset>
        <p className={`${styles.summary} ${styles.live}`} role="status" aria-atomic="true">
          {typedFault === null
            ? summaryWords(choice, factor)
            : "The amount you entered cannot be used."}
        </p>
      </FormShell>
    </>
  );
}
