import { useRef } from "react";
import { yourImpact } from "../../../content/donate.json?claims";
import * as donate from "../../../content/donate.json?form";
import * as words from "../../../content/words/en/donate.json";
import {
  CURRENCIES,
  type Currency,
  type DonationChoice,
  presetFigure,
} from "../../../shared/forms/donation.ts";
import { controlId, describedBy, FieldProblem } from "../../components/forms/fields.tsx";
import form from "../../components/forms/form.module.css";
import styles from "./donate.module.css";
import { displayFactor, impactOf } from "./donation-choice.ts";

/** A text in every currency; one is shown. Without scripts the stylesheet selects it. */
export function InCurrency(props: { shown: Currency; children: (currency: Currency) => string }) {
  return CURRENCIES.map((currency) => (
    <span key={currency} data-currency={currency} hidden={currency !== props.shown}>
      {`${props.children(currency)} `}
    </span>
  ));
}

interface RadiosProps {
  name: string;
  legend: string;
  options: readonly { value: string; label: string }[];
  chosen: unknown;
  /** Where a field can be wrong: the id that its error links to. */
  id?: string;
  error?: string | null;
}

export function Radios({ name, legend, options, chosen, id, error = null }: RadiosProps) {
  return (
    <fieldset
      className={form.field}
      data-invalid={error !== null || undefined}
      aria-describedby={id && describedBy(id, false, error)}
    >
      <legend>{legend}</legend>
      {id && <FieldProblem id={id} error={error} />}
      <div className={styles.tiles}>
        {options.map(({ value, label }, index) => (
          <label key={value}>
            <input
              id={index === 0 ? id : undefined}
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === chosen}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export const CURRENCY_OPTIONS = donate.currencies.map(({ code, label }) => ({
  value: code,
  label,
}));

/** What the chosen amount does; without scripts each tile says it. */
function Impact({ choice }: { choice: DonationChoice }) {
  const impact = impactOf(choice);
  return (
    <p className={`${styles.effect} ${styles.live} note`} role="status" aria-atomic="true">
      {impact && (
        <>
          <strong>{`${impact.figure}: `}</strong>
          <span>{impact.text}</span>
        </>
      )}
    </p>
  );
}

interface Props {
  /** Initial values; the fields are uncontrolled. */
  first: DonationChoice;
  choice: DonationChoice;
  error: string | null;
}

function Presets({ first, choice, onChange }: Omit<Props, "error"> & { onChange: () => void }) {
  return (
    <div className={`${styles.tiles} ${styles.presets}`}>
      {donate.presets.map((preset) => (
        <label key={preset}>
          <input
            type="radio"
            name="preset"
            value={preset}
            defaultChecked={preset === first.preset}
            onChange={onChange}
          />
          <InCurrency shown={choice.currency}>
            {(currency) => presetFigure(preset, currency, displayFactor(currency))}
          </InCurrency>
          <small>{yourImpact.items.find(({ amount }) => amount === preset)?.text}</small>
        </label>
      ))}
    </div>
  );
}

const PREFIXES = { USD: "$", TZS: "TZS" } as const;

/** Spec section 2, "Donate": currency toggle, six preset amounts, custom amount, frequency. */
export function AmountFields({ first, choice, error }: Props) {
  const custom = useRef<HTMLInputElement>(null);
  const id = controlId("donation", "customAmount");
  const clearTyped = () => {
    if (custom.current) custom.current.value = "";
  };
  const isInvalid = error !== null || undefined;
  return (
    <>
      <Radios
        name="currency"
        legend={donate.headings.currency}
        options={CURRENCY_OPTIONS}
        chosen={first.currency}
      />
      <fieldset className={form.field}>
        <legend>{donate.headings.amount}</legend>
        <Presets first={first} choice={choice} onChange={clearTyped} />
        <Impact choice={choice} />
        <div className={form.field} data-invalid={isInvalid}>
          <label htmlFor={id}>{donate.fields.customAmount.label}</label>
          <p id={`${id}-hint`} className="muted small">
            <InCurrency shown={choice.currency}>{(currency) => words.hints[currency]}</InCurrency>
            <span>{words.replaces}</span>
          </p>
          <FieldProblem id={id} error={error} />
          <div className={styles.money}>
            <span aria-hidden="true">
              <InCurrency shown={choice.currency}>{(currency) => PREFIXES[currency]}</InCurrency>
            </span>
            <input
              ref={custom}
              id={id}
              name="customAmount"
              className={form.control}
              type="text"
              inputMode="decimal"
              autoComplete="transaction-amount"
              defaultValue={first.customAmount}
              aria-invalid={isInvalid}
              aria-describedby={describedBy(id, true, error)}
            />
          </div>
        </div>
      </fieldset>
      <Radios
        name="frequency"
        legend={donate.headings.frequency}
        options={donate.frequencies}
        chosen={first.frequency}
      />
    </>
  );
}
