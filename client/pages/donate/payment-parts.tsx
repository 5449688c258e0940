import { useEffect, useRef } from "react";
import * as words from "../../../content/words/en/donate.json";
import { PAYMENT_KEY } from "../../../shared/forms/donation-form.ts";
import { ButtonLink } from "../../components/links/link.tsx";

/**
 * A key that is made once for each visit: a form that is posted twice is one gift. Without scripts
 * the server makes one.
 */
export function PaymentKey({ typed }: { typed: unknown }) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Missing on http, except on this machine.
    if (ref.current?.value === "") ref.current.value = window.crypto.randomUUID?.() ?? "";
  }, []);
  const first = typeof typed === "string" ? typed : "";
  return <input ref={ref} type="hidden" name={PAYMENT_KEY} defaultValue={first} />;
}

/** The payment page is down; the gift is noted, and can come another way. */
export function InsteadOfPaying({ reference }: { reference: string }) {
  return (
    <p>
      <ButtonLink href={`/donate/thanks/${reference}`} variant="gold" isRedirected>
        {words.otherWay}
      </ButtonLink>
    </p>
  );
}
