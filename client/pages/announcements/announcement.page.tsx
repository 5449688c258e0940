import { type Announcement, load } from "virtual:content/announcements";
import { announcements as words } from "../../../content/list-pages.json";
import * as labels from "../../../content/words/en/announcements.json";
import { paths } from "../../../shared/paths.ts";
import { InEnglish } from "../../components/article/in-english.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { breadcrumbData } from "../../components/links/breadcrumbs.tsx";
import { fill } from "../../format/fill.ts";
import type { OpenPage, PageModule } from "../../page.ts";
import { AnnouncementView, CRUMBS } from "./announcement-view.tsx";

const notFound: OpenPage = {
  Page: () => (
    <Notice
      title={labels.notFound}
      actions={[
        {
          text: fill(labels.backTo, { title: words.title }),
          href: paths.announcements(),
          isMain: true,
        },
      ]}
    >
      <p>{labels.notFoundText}</p>
    </Notice>
  ),
  status: () => 404,
  head: ({ path }) => ({
    title: labels.notFound,
    description: labels.notFoundText,
    canonicalPath: path,
    noindex: true,
  }),
};

function found(announcement: Announcement): OpenPage {
  const { title, summary, date, slug } = announcement;
  return {
    Page: () => (
      <InEnglish entry={announcement}>
        <AnnouncementView announcement={announcement} />
      </InEnglish>
    ),
    head: () => ({
      title,
      description: summary,
      canonicalPath: paths.announcement(slug),
      type: "article",
      publishedTime: date,
      jsonLd: [
        {
          "@type": "Article",
          headline: title,
          description: summary,
          datePublished: date,
          url: paths.announcement(slug),
        },
        breadcrumbData(CRUMBS, title),
      ],
    }),
  };
}

export const page: PageModule = {
  open: async ({ params }) => {
    const slug = params.slug ?? "";
    const entry = await load[slug]?.();
    return entry ? found(entry.default) : notFound;
  },
};
