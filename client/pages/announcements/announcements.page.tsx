import * as labels from "../../../content/words/en/announcements.json";
import { inEnglish } from "../../../content/words/en/in-english.json";
import type { EntrySummary } from "../../../shared/content/documents.ts";
import { fill } from "../../../shared/fill.ts";
import { paths } from "../../../shared/paths.ts";
import card from "../../components/cards/card.module.css";
import { CardLink } from "../../components/cards/card-grid.tsx";
import { DateText } from "../../components/dates/date-text.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { Pagination } from "../../components/links/pagination.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import styles from "./announcements.module.css";

type Content = ContentOf<"announcements">;

const CRUMBS = [{ text: labels.section, href: paths.newsFeed() }];

const PER_PAGE = 3;

/** Returns the number of pages. A list without announcements has one page. */
const pagesOf = ({ announcements }: Content) =>
  Math.max(1, Math.ceil(announcements.length / PER_PAGE));

type Request = Pick<PageProps<Content>, "content" | "search">;

/** Returns the requested page, 1 by default. Returns null when no such page exists, so that the response is 404. */
function requestedPage({ content, search }: Request): number | null {
  const text = search.get("page") ?? "1";
  const page = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
  return page !== null && page <= pagesOf(content) ? page : null;
}

const Entry = ({ date, slug, title, summary, language }: EntrySummary<"announcements">) => (
  <article className={`${styles.entry} ${card.over} split`}>
    <p className="muted small">
      <DateText at={date} precision="day" />
    </p>
    <div className="stack tight measure">
      {language && <p className="muted small">{inEnglish}</p>}
      <h2 className="xl" lang={language}>
        {title}
      </h2>
      <p lang={language}>{summary}</p>
      <CardLink
        to={paths.announcement(slug)}
        text={labels.readMore}
        title={title}
        language={language}
      />
    </div>
  </article>
);

function AnnouncementsPage({ content, search }: PageProps<Content>) {
  const { announcements, list } = content;
  const pages = pagesOf(content);
  const page = requestedPage({ content, search });
  if (page === null)
    return (
      <Notice
        title={labels.pageNotFound}
        actions={[{ text: labels.all, href: paths.announcements() }]}
      >
        <p>{fill(labels.onlyPages, { pages })}</p>
      </Notice>
    );
  return (
    <>
      <PageHeader
        title={list.title}
        subtitle={list.subtitle}
        above={<Breadcrumbs crumbs={CRUMBS} />}
      />
      <Section>
        <ul className={styles.list} role="list">
          {announcements.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((entry) => (
            <li key={entry.slug} className="line">
              <Entry {...entry} />
            </li>
          ))}
        </ul>
        <Pagination label={labels.pages} page={page} pages={pages} hrefOf={paths.announcements} />
      </Section>
    </>
  );
}

function titleOf({ title }: Content["list"], page: number | null): string {
  if (page === null) return labels.pageNotFound;
  return page === 1 ? title : fill(labels.titleOfPage, { title, page });
}

export const page = definePage<Content>({
  Page: AnnouncementsPage,
  hydrate: "use",
  status: (context) => (requestedPage(context) === null ? 404 : 200),
  head: (context) => {
    const { list } = context.content;
    const number = requestedPage(context);
    return {
      title: titleOf(list, number),
      description: list.description,
      canonicalPath: paths.announcements(number ?? 1),
      noindex: number === null,
      crumbs: CRUMBS,
    };
  },
});
