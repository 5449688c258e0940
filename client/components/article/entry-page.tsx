import type { ComponentType } from "react";
import type { OpenPage, PageHead, PageModule } from "../../page.ts";
import { Notice } from "../feedback/notice.tsx";
import { EnglishNote } from "../feedback/page-notes.tsx";

interface EntryPage<Entry> {
  /** The entries of a folder of the content, by slug. */
  load: Readonly<Record<string, () => Promise<{ default: Entry }>>>;
  /** Marks what the entry says (title, summary, text) with its language: labels, dates and links are in that of the page. */
  View: ComponentType<{ entry: Entry }>;
  head: (entry: Entry) => PageHead;
  notFound: OpenPage;
}

/** The page of one entry of the content; its slug is in the URL. */
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

/** A page that is not there, in words of its section, to which it leads back. */
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
