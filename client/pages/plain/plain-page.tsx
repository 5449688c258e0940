import type { PlainPage } from "virtual:content/pages";
import { load } from "virtual:content/pages";
import { DateText } from "../../components/date-text.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { notFoundPage } from "../../components/page-not-found.tsx";
import { RichText } from "../../components/rich-text.tsx";
import { Section } from "../../components/section.tsx";
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

/** A page of words alone, written in `content/pages`. */
export function plainPage(slug: string): PageModule {
  return { open: () => openPlain(slug) };
}
