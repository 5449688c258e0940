import type { IncomingHttpHeaders } from "node:http";
import { DATA_SAVER } from "../../shared/contract/data-saver.ts";

const CHOICE = new RegExp(`(?:^|;)\\s*${DATA_SAVER.cookie}=([01])\\s*(?:;|$)`);

/** What the browser asks for by itself (Save Data API, section 5). */
export const asksToSaveData = (headers: IncomingHttpHeaders): boolean => {
  const header = headers["save-data"];
  return header !== undefined && String(header).trim().toLowerCase() === "on";
};

/** Whether the page is sent without scripts, fonts and pictures: the visitor's own choice goes first. */
export function savesData(headers: IncomingHttpHeaders): boolean {
  const choice = headers.cookie === undefined ? undefined : CHOICE.exec(headers.cookie)?.[1];
  return choice === undefined ? asksToSaveData(headers) : choice === "1";
}
