import { load, type Entry as PlainPage } from "virtual:content/pages";
import { code } from "../../../content/words/en/language.json";
import * as words from "../../../content/words/en/plain.json";
import { entryPage } from "../../components/article/entry-page.tsx";
import { RichText } from "../../components/article/rich-text.tsx";
import { DateText } from "../../components/dates/date-text.tsx";
import { notFoundPage } from "../../components/feedback/error-pages.tsx";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";

const crumbsOf = ({ slug }: PlainPage) =>
  slug === "media-policy" ? [{ text: words.mediaResources, href: "/media-resources" }] : [];

function PlainView({ entry }: { entry: PlainPage }) {
  const crumbs = crumbsOf(entry);
  return (
    <>
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
export const page = entryPage({
  load,
  View: PlainView,
  head: (entry) => ({
    title: entry.title,
    description: entry.description,
    crumbs: crumbsOf(entry),
  }),
  notFound: notFoundPage,
});
