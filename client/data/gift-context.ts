import { createContext, useContext } from "react";
import type { GiftView } from "../../shared/contract/page-renderer.ts";

/** The gift of the page; null where there is none. The server alone has it. */
export const GiftContext = createContext<GiftView | null>(null);

export const useGift = () => useContext(GiftContext);
