import { type ComponentProps, useRef } from "react";
import * as words from "../../../content/words/en/donate.json";
import type { Documents } from "../../../shared/content/documents.ts";
import { fill } from "../../../shared/fill.ts";
import {
  type Currency,
  type DonationChoice,
  FREQUENCIES,
  presetFigure,
  readAmount,
} from "../../../shared/forms/donation.ts";
import { Choices, controlId, describedBy, FieldNotes } from "../../components/forms/fields.tsx";
import form from "../../components/forms/form.module.css";
import styles from "./donate.module.css";

type Donate = Documents["donate"];

const oneOf = <Known extends string>(known: readonly Known[], text: unknown) =>
  known.find((one) => one === text);

type CurrencyOf = Donate["currencies"][number];
type Currencies = Pick<Donate, "currencies">;

const ANY: Pick<CurrencyOf, "displayFactor" | "decimals" | "examples"> = {
  displayFactor: 1,
  decimals: 2,
  examples: [],
};

/**
 * Returns what the content says about a currency: the factor between a preset's label and its figure, 1000 in TZS (spec section 9), the
 * decimals and the examples.
 */
export const aboutCurrency = ({ currencies }: Currencies, currency: Currency) =>
  currencies.find(({ value }) => value === currency) ?? ANY;

/** Returns the example of the chosen amount, or of the next lower amount; null below all examples. */
function impactOf(donate: Donate, { currency, preset, customAmount }: DonationChoice) {
  const { displayFactor, decimals, examples } = aboutCurrency(donate, currency);
  const amount = preset * displayFactor || Number(readAmount(customAmount, decimals) ?? 0);
  const reached = examples.filter((item) => item.amount <= amount);
  const item = reached.sort((a, b) => a.amount - b.amount).at(-1);
  if (!item) return null;
  const figure = presetFigure(item.amount, currency, 1);
  return {
    figure: item.amount === amount ? figure : fill(words.moreThan, { figure }),
    text: item.text,
  };
}

/** Returns the choice in form values. An invalid value becomes the default: USD, one-time. A typed amount replaces the preset. */
export function choiceFromValues(
  { presets, defaults, currencies }: Donate,
  values: Readonly<Record<string, unknown>>,
): DonationChoice {
  const { currency, frequency, preset, customAmount } = values;
  const typed = String(customAmount ?? "").trim();
  const chosen = presets.find((one) => String(one) === preset) ?? 0;
  return {
    currency: currencies.find(({ value }) => value === currency)?.value ?? defaults.currency,
    frequency: oneOf(FREQUENCIES, frequency) ?? defaults.frequency,
    preset: typed === "" ? chosen : 0,
    customAmount: typed,
  };
}

/** Returns the choice in a URL. An amount equal to a preset selects the preset, any other is a custom amount. */
export function choiceFromSearch(donate: Donate, search: URLSearchParams): DonationChoice {
  const amount = search.get("amount") ?? "";
  const isPreset = donate.presets.some((one) => String(one) === amount);
  const typed = search.get("custom") ?? (isPreset ? "" : amount);
  const currency = search.get("currency") ?? donate.defaults.currency;
  const { decimals } = aboutCurrency(donate, currency);
  return choiceFromValues(donate, {
    currency,
    frequency: search.get("frequency"),
    preset: isPreset ? amount : String(donate.defaults.preset),
    customAmount: readAmount(typed, decimals) === null ? "" : typed,
  });
}

/** Returns the present choice in the form. When a typed amount replaces the preset, the preset is unchecked. */
export function choiceFromForm(donate: Donate, element: HTMLFormElement): DonationChoice {
  const choice = choiceFromValues(donate, Object.fromEntries(new FormData(element)));
  const chosen = element.querySelector<HTMLInputElement>("[name=preset]:checked");
  if (chosen && choice.preset === 0) chosen.checked = false;
  return choice;
}

interface InCurrencyProps extends Currencies {
  shown: Currency;
  children: (currency: CurrencyOf) => string | undefined;
}

/**
 * Renders a text in every currency, of which one is shown. Without scripts the stylesheet shows the chosen one, which it knows by the place
 * of the currency among the others.
 */
const InCurrency = ({ currencies, shown, children }: InCurrencyProps) =>
  currencies.map((currency, index) => (
    <span key={currency.value} data-nth={index + 1} hidden={currency.value !== shown}>
      {`${children(currency)} `}
    </span>
  ));

/** Returns the figure of a preset. */
const figureOf = (preset: number, { value, displayFactor }: CurrencyOf): string =>
  presetFigure(preset, value, displayFactor);

type RadiosProps = Omit<ComponentProps<typeof Choices>, "type" | "words" | "className"> & {
  legend: string;
};

export const Radios = ({ legend, ...radios }: RadiosProps) => (
  <Choices type="radio" words={{ label: legend }} className={styles.tiles} {...radios} />
);

/**
 * Renders the effect of the chosen amount; without scripts each tile shows its own. Announced once typing stops, together with the summary
 * (donation-form.tsx).
 */
function Impact({ donate, choice }: Pick<Props, "donate" | "choice">) {
  const impact = impactOf(donate, choice);
  return (
    <p className={`${styles.effect} ${styles.live} note info`} role="status" aria-live="off">
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
  donate: Donate;
  /** The initial values. The fields are uncontrolled. */
  first: DonationChoice;
  choice: DonationChoice;
  /** Returns the error of a field. */
  errorOf: (name: "currency" | "customAmount" | "frequency") => string | null;
}

const Presets = ({
  donate,
  first,
  choice,
  onChange,
}: Omit<Props, "errorOf"> & { onChange: () => void }) => (
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
        <InCurrency currencies={donate.currencies} shown={choice.currency}>
          {(currency) => figureOf(preset, currency)}
        </InCurrency>
        <small>
          <InCurrency currencies={donate.currencies} shown={choice.currency}>
            {({ examples, displayFactor }) =>
              examples.find(({ amount }) => amount === preset * displayFactor)?.text ?? ""
            }
          </InCurrency>
        </small>
      </label>
    ))}
  </div>
);

/** The fields of spec section 2, "Donate": currency toggle, six preset amounts, custom amount, frequency. */
export function AmountFields({ donate, first, choice, errorOf }: Props) {
  const custom = useRef<HTMLInputElement>(null);
  const id = controlId("donation", "customAmount");
  const clearTyped = () => {
    if (custom.current) custom.current.value = "";
  };
  const error = errorOf("customAmount");
  const isInvalid = error !== null || undefined;
  return (
    <>
      <Radios
        name="currency"
        id={controlId("donation", "currency")}
        legend={donate.headings.currency}
        options={donate.currencies}
        chosen={[first.currency]}
        error={errorOf("currency")}
      />
      <fieldset className={form.field}>
        <legend>{donate.headings.amount}</legend>
        <Presets donate={donate} first={first} choice={choice} onChange={clearTyped} />
        <Impact donate={donate} choice={choice} />
        <div className={form.field} data-invalid={isInvalid}>
          <label htmlFor={id}>{donate.fields.customAmount.label}</label>
          <p id={`${id}-hint`} className="muted small">
            <InCurrency currencies={donate.currencies} shown={choice.currency}>
              {({ hint }) => hint}
            </InCurrency>
            <span>{words.replaces}</span>
          </p>
          <FieldNotes id={id} error={error} />
          <div className={styles.money}>
            <span className="printed" aria-hidden="true">
              <InCurrency currencies={donate.currencies} shown={choice.currency}>
                {({ value }) => (value === "USD" ? "$" : value)}
              </InCurrency>
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
        id={controlId("donation", "frequency")}
        legend={donate.headings.frequency}
        options={donate.frequencies}
        chosen={[first.frequency]}
        error={errorOf("frequency")}
      />
    </>
  );
}
