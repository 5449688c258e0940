import * as labels from "../../../content/words/en/projects.json";
import type { EntrySummary } from "../../../shared/content/documents.ts";
import { paths } from "../../../shared/paths.ts";
import card from "../../components/cards/card.module.css";
import { CardLink } from "../../components/cards/card-grid.tsx";
import { StatusBadge } from "../../components/cards/content-card.tsx";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { TabLinks } from "../../components/links/tab-links.tsx";
import { ContentPicture } from "../../components/media/picture.tsx";
import { CallToActionBand } from "../../components/sections/call-to-action-band.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage, type PageProps, type PageUrl } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import styles from "./projects.module.css";
import { projectsWith, STATUS_LABELS, type Status } from "./projects.ts";
import "../../components/cards/badge.css";

type Content = ContentOf<"projectList">;

const crumbsOf = ({ list }: Content) => [{ text: list.title, href: paths.projects() }];

const tabs = ({ projects }: Content, current: Status) => [
  { text: labels.inDetail, href: paths.projects(), isCurrent: false },
  ...(["current", "past"] as const).map((status) => ({
    text: STATUS_LABELS[status],
    href: paths.projectList(status),
    isCurrent: status === current,
    count: projectsWith(projects, status).length,
  })),
];

function Row({ project }: { project: EntrySummary<"projects"> }) {
  const { status, location, years, description, image, listTitle, listLink, language } = project;
  return (
    <article className={`panel split ${card.card} ${styles.row}`}>
      <div className="badged">
        <ContentPicture image={image} alt="" shape="wide" />
        <StatusBadge status={status} />
      </div>
      <div className={card.body}>
        <h2 lang={language}>{listTitle}</h2>
        <p className={card.meta} lang={language}>
          <span>{location}</span> <span>{years}</span>
        </p>
        <p className="muted measure" lang={language}>
          {description}
        </p>
        {/* The link from the spec. If it is not the canonical URL, the server redirects. */}
        {listLink !== null && (
          <CardLink
            to={listLink}
            text={labels.viewDetails}
            title={listTitle}
            language={language}
            reloadDocument={listLink !== paths.project(project)}
          />
        )}
      </div>
    </article>
  );
}

/** Returns the status that the route names. */
const statusOf = ({ params }: PageUrl): Status => (params.status === "past" ? "past" : "current");

/** The page with all projects of one status (spec section 2, current and past lists). */
function ProjectListPage(props: PageProps<Content>) {
  const { content } = props;
  const status = statusOf(props);
  return (
    <>
      <PageHeader
        title={STATUS_LABELS[status]}
        subtitle={status === "current" ? labels.currentSubtitle : labels.pastSubtitle}
        above={<Breadcrumbs crumbs={crumbsOf(content)} />}
      >
        <TabLinks label={labels.status} tabs={tabs(content, status)} isWrapped />
      </PageHeader>
      <Section>
        <ul className="stack loose" role="list">
          {projectsWith(content.projects, status).map((project) => (
            <li key={project.slug}>
              <Row project={project} />
            </li>
          ))}
        </ul>
      </Section>
      <CallToActionBand {...content.ending} />
    </>
  );
}

export const page = definePage<Content>({
  Page: ProjectListPage,
  hydrate: "use",
  head: (context) => ({
    title: STATUS_LABELS[statusOf(context)],
    description: context.content.list.description,
    crumbs: crumbsOf(context.content),
  }),
});
