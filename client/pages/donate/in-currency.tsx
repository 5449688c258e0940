import { CURRENCIES, type Currency } from "../../../shared/forms/donation.ts";

interface Props {
  shown: Currency;
  children: (currency: Currency) => string;
}

/** A text in every currency; one is shown. Without scripts the stylesheet selects it. */
export function InCurrency({ shown, children }: Props) {
  return CURRENCIES.map((currency) => (
    <span key={currency} data-currency={currency} hidden={currency !== shown}>
      {`${children(currency)} `}
    </span>
  ));
}
