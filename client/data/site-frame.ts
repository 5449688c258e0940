import type { SiteFrame } from "../../shared/content/documents.ts";

/** The id of the element with the content that the frame of every page reads. */
export const SITE_FRAME_ID = "site-frame";

/** Reads the content of the frame, which our own server wrote into the page (client/document/document.tsx). */
export const readSiteFrame = (): SiteFrame =>
  JSON.parse(document.getElementById(SITE_FRAME_ID)?.textContent ?? "");
