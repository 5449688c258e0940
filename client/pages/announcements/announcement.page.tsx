import { type Entry as Announcement, entries, load } from "virtual:content/announcements";
import { announcements as words } from "virtual:content/list-pages";
import * as labels from "../../../content/words/en/announcements.json";
import { paths } from "../../../shared/paths.ts";
import { absentPage, entryPage } from "../../components/article/entry-page.tsx";
import { RichText } from "../../components/article/rich-text.tsx";
import { DateText } from "../../components/dates/date-text.tsx";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { Link } from "../../components/links/link.tsx";
import styles from "./announcements.module.css";

const CRUMBS = [
  { text: labels.section, href: paths.newsFeed() },
  { text: words.title, href: paths.announcements() },
];

/** Renders links to the previous and next announcement. The list is newest first. */
function Neighbours({ slug }: { slug: string }) {
  const at = entries.findIndex((entry) => entry.slug === slug);
  const ways = [
    { way: "Newer", label: labels.newer, entry: entries[at - 1] },
    { way: "Older", label: labels.older, entry: entries[at + 1] },
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

function AnnouncementView({ entry }: { entry: Announcement }) {
  const { title, date, summary, html, slug, language } = entry;
  return (
    <article className="column item stack loose">
      <header className={`${styles.head} stack`}>
        <Breadcrumbs crumbs={CRUMBS} />
        <p className="muted small">
          <DateText at={date} precision="day" />
        </p>
        <h1 lang={language}>{title}</h1>
        <p className="intro" lang={language}>
          {summary}
        </p>
      </header>
      <RichText html={html} language={language} />
      <Neighbours slug={slug} />
    </article>
  );
}

export const page = entryPage({
  load,
  View: AnnouncementView,
  head: ({ title, summary, date }) => ({
    title,
    description: summary,
    publishedTime: date,
    crumbs: CRUMBS,
    article: { "@type": "Article" },
  }),
  notFound: absentPage(labels.absent, paths.announcements()),
});
