import type { AbsentPage } from "../../page.ts";
import { Notice } from "../feedback/notice.tsx";

type Absent = { title: string; text: string; back: string };

/** Returns the page for a missing entry, worded for its section and with a link back to that section. */
export function absentPage({ title, text, back }: Absent, section: string): AbsentPage {
  return {
    Page: () => (
      <Notice title={title} actions={[{ text: back, href: section }]}>
        <p>{text}</p>
      </Notice>
    ),
    head: { title, description: text, noindex: true },
  };
}
