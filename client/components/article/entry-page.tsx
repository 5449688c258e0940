import type { ComponentType } from "react";
import type { OpenPage, PageHead, PageModule } from "../../page.ts";
import { Notice } from "../feedback/notice.tsx";
import { EnglishNote } from "../feedback/page-notes.tsx";

interface EntryPage<Entry> {
  /** The loaders of a content folder's entries, by slug. */
  load: Readonly<Record<string, () => Promise<{ default: Entry }>>>;
  /**
   * The view of an entry. It marks the entry's own title, summary and text with their language: labels, dates and links are in the page's
   * language.
   */
  View: ComponentType<{ entry: Entry }>;
  head: (entry: Entry) => PageHead;
  notFound: OpenPage;
}

/** Returns the page of one content entry, whose slug is in the URL. */
export const entryPage = <Entry extends { language?: "en" }>(
  page: EntryPage<Entry>,
): PageModule => ({
  open: async ({ params }) => {
    const entry = (await page.load[params.slug ?? ""]?.())?.default;
    if (!entry) return page.notFound;
    return {
      Page: () => (
        <>
          {entry.language && <EnglishNote />}
          <page.View entry={entry} />
        </>
      ),
      head: () => page.head(entry),
    };
  },
});

type Absent = { title: string; text: string; back: string };

/** Returns the page for a missing entry, worded for its section and with a link back to that section. */
export function absentPage({ title, text, back }: Absent, section: string): OpenPage {
  return {
    Page: () => (
      <Notice title={title} actions={[{ text: back, href: section }]}>
        <p>{text}</p>
      </Notice>
    ),
    status: () => 404,
    head: () => ({ title, description: text, noindex: true }),
  };
}
