import * as labels from "../../../content/words/en/announcements.json";
import { paths } from "../../../shared/paths.ts";
import { absentPage } from "../../components/article/absent-page.tsx";
import { RichText } from "../../components/article/rich-text.tsx";
import { DateText } from "../../components/dates/date-text.tsx";
import { EnglishNote } from "../../components/feedback/page-notes.tsx";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { Link } from "../../components/links/link.tsx";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import styles from "./announcements.module.css";
import "../../components/article/item.css";

type Content = ContentOf<"announcement">;

const crumbsOf = ({ list }: Content) => [
  { text: labels.section, href: paths.newsFeed() },
  { text: list.title, href: paths.announcements() },
];

/** Renders links to the previous and next announcement. The list is newest first. */
function Neighbours({ announcement, announcements }: Content) {
  const at = announcements.findIndex(({ slug }) => slug === announcement.slug);
  const ways = [
    { way: "Newer", label: labels.newer, entry: announcements[at - 1] },
    { way: "Older", label: labels.older, entry: announcements[at + 1] },
  ];
  return (
    <nav aria-label={labels.others} className={`${styles.others} line stack apart`}>
      <ul className="split" role="list">
        {ways.map(
          ({ way, label, entry }) =>
            entry && (
              <li key={way} data-way={way}>
                <Link className="panel stack tight semibold" to={paths.announcement(entry.slug)}>
                  <small className="muted small">{`${label} `}</small>
                  <span lang={entry.language}>{entry.title}</span>
                </Link>
              </li>
            ),
        )}
      </ul>
      <p className="links">
        <Link to={paths.announcements()}>{labels.all}</Link>
      </p>
    </nav>
  );
}

function AnnouncementPage({ content }: PageProps<Content>) {
  const { title, date, summary, html, language } = content.announcement;
  return (
    <>
      {language && <EnglishNote />}
      <article className="column item stack loose">
        <header className={`${styles.head} stack`}>
          <Breadcrumbs crumbs={crumbsOf(content)} />
          <p className="muted small">
            <DateText at={date} precision="day" />
          </p>
          <h1 lang={language}>{title}</h1>
          <p className="intro" lang={language}>
            {summary}
          </p>
        </header>
        <RichText html={html} language={language} />
        <Neighbours {...content} />
      </article>
    </>
  );
}

export const page = definePage<Content>({
  Page: AnnouncementPage,
  hydrate: "use",
  head: ({ content }) => ({
    title: content.announcement.title,
    description: content.announcement.summary,
    publishedTime: content.announcement.date,
    crumbs: crumbsOf(content),
    article: { "@type": "Article" },
  }),
  noEntry: absentPage(labels.absent, paths.announcements()),
});
