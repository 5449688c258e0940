import { type Announcement, load } from "virtual:content/announcements";
import { announcements as words } from "../../../content/list-pages.json";
import { paths } from "../../../shared/paths.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { breadcrumbData } from "../../components/links/breadcrumbs.tsx";
import type { OpenPage, PageModule } from "../../page.ts";
import { AnnouncementView, CRUMBS } from "./announcement-view.tsx";

const NOT_FOUND = "The announcement you're looking for doesn't exist or has been removed.";

const notFound: OpenPage = {
  Page: () => (
    <Notice
      title="Announcement not found"
      actions={[{ text: `Back to ${words.title}`, href: paths.announcements(), isMain: true }]}
    >
      <p>{NOT_FOUND}</p>
    </Notice>
  ),
  status: () => 404,
  head: ({ path }) => ({
    title: "Announcement not found",
    description: NOT_FOUND,
    canonicalPath: path,
    noindex: true,
  }),
};

function found(announcement: Announcement): OpenPage {
  const { title, summary, date, slug } = announcement;
  return {
    Page: () => <AnnouncementView announcement={announcement} />,
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
