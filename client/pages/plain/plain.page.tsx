import { code } from "../../../content/words/en/language.json";
import * as words from "../../../content/words/en/plain.json";
import type { Entry } from "../../../shared/content/documents.ts";
import { RichText } from "../../components/article/rich-text.tsx";
import { DateText } from "../../components/dates/date-text.tsx";
import { notFoundPage } from "../../components/feedback/not-found-page.ts";
import { EnglishNote } from "../../components/feedback/page-notes.tsx";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";

type Content = ContentOf<"plain">;

const crumbsOf = ({ slug }: Entry<"pages">) =>
  slug === "media-policy" ? [{ text: words.mediaResources, href: "/media-resources" }] : [];

function PlainPage({ content: { entry } }: PageProps<Content>) {
  const crumbs = crumbsOf(entry);
  return (
    <>
      {entry.language && <EnglishNote />}
      <div lang={entry.language}>
        <PageHeader
          title={entry.title}
          subtitle={entry.subtitle}
          above={
            crumbs.length > 0 && (
              <div lang={entry.language && code}>
                <Breadcrumbs crumbs={crumbs} />
              </div>
            )
          }
        />
      </div>
      <Section>
        <div className="stack loose">
          <p className="muted small">
            {`${words.lastUpdated} `}
            <DateText at={entry.updated} precision="day" />
          </p>
          <RichText html={entry.html} language={entry.language} />
        </div>
      </Section>
    </>
  );
}

/** A text page from `content/pages`, whose slug the route names. */
export const page = definePage<Content>({
  Page: PlainPage,
  hydrate: "use",
  noEntry: notFoundPage,
  head: ({ content: { entry } }) => ({
    title: entry.title,
    description: entry.description,
    crumbs: crumbsOf(entry),
  }),
});
