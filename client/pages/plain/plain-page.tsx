import type { PlainPage } from "virtual:content/pages";
import { load } from "virtual:content/pages";
import { RichText } from "../../components/article/rich-text.tsx";
import { DateText } from "../../components/dates/date-text.tsx";
import { notFoundPage } from "../../components/feedback/page-not-found.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import type { OpenPage, PageModule } from "../../page.ts";
import styles from "./plain-page.module.css";

function PlainView({ entry }: { entry: PlainPage }) {
  return (
    <>
      <PageHeader title={entry.title} standfirst={entry.subtitle} />
      <Section>
        <p className={styles.updated}>
          Last updated <DateText at={`${entry.updated}T00:00:00+03:00`} precision="day" />
        </p>
        <RichText html={entry.html} />
      </Section>
    </>
  );
}

async function openPlain(slug: string): Promise<OpenPage> {
  const entry = (await load[slug]?.())?.default;
  if (!entry) return notFoundPage;
  const { title, description } = entry;
  return {
    Page: () => <PlainView entry={entry} />,
    head: () => ({ title, description, canonicalPath: `/${slug}` }),
  };
}

/** A page of text, written in `content/pages`. */
export function plainPage(slug: string): PageModule {
  return { open: () => openPlain(slug) };
}
