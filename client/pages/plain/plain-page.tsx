import type { PlainPage } from "virtual:content/pages";
import { load } from "virtual:content/pages";
import * as words from "../../../content/words/en/plain.json";
import { InEnglish } from "../../components/article/in-english.tsx";
import { RichText } from "../../components/article/rich-text.tsx";
import { DateText } from "../../components/dates/date-text.tsx";
import { notFoundPage } from "../../components/feedback/page-not-found.tsx";
import { Breadcrumbs, breadcrumbData, type Crumb } from "../../components/links/breadcrumbs.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import type { OpenPage, PageModule } from "../../page.ts";
import styles from "./plain-page.module.css";

function PlainView({ entry, crumbs }: { entry: PlainPage; crumbs: readonly Crumb[] }) {
  return (
    <>
      <PageHeader
        title={entry.title}
        standfirst={entry.subtitle}
        above={crumbs.length > 0 && <Breadcrumbs crumbs={crumbs} />}
      />
      <Section>
        <p className={`${styles.updated} muted small`}>
          {words.lastUpdated} <DateText at={`${entry.updated}T00:00:00+03:00`} precision="day" />
        </p>
        <RichText html={entry.html} />
      </Section>
    </>
  );
}

async function openPlain(slug: string, crumbs: readonly Crumb[]): Promise<OpenPage> {
  const entry = (await load[slug]?.())?.default;
  if (!entry) return notFoundPage;
  const { title, description } = entry;
  return {
    Page: () => (
      <InEnglish entry={entry}>
        <PlainView entry={entry} crumbs={crumbs} />
      </InEnglish>
    ),
    head: () => ({
      title,
      description,
      canonicalPath: `/${slug}`,
      jsonLd: crumbs.length > 0 ? [breadcrumbData(crumbs, title)] : [],
    }),
  };
}

/** A page of text, written in `content/pages`; `crumbs` are the pages above it. */
export function plainPage(slug: string, crumbs: readonly Crumb[] = []): PageModule {
  return { open: () => openPlain(slug, crumbs) };
}
