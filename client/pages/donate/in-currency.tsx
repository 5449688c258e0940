import { Fragment, type ReactNode } from "react";
import { CURRENCIES, type Currency } from "../../../shared/forms/donation.ts";

interface Props {
  shown: Currency;
  children: (currency: Currency) => ReactNode;
}

/** A text in every currency; one is shown. Without scripts the stylesheet selects it. */
export function InCurrency({ shown, children }: Props) {
  return CURRENCIES.map((currency) => (
    <Fragment key={currency}>
      <span data-currency={currency} hidden={currency !== shown}>
        {children(currency)}
      </span>{" "}
    </Fragment>
  ));
}
