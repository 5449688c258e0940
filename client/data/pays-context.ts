import { createContext, useContext } from "react";

/**
 * Whether a payment provider is configured. In the browser it is in the document, so that no page
 * but Donate loads anything for it; on the server the request has it.
 */
export const PaysContext = createContext(
  typeof document !== "undefined" && "pays" in document.body.dataset,
);

export const useTakesPayments = () => useContext(PaysContext);
