import { projects as ending } from "virtual:content/endings?projects";
import { projects as words } from "virtual:content/list-pages";
import type { Summary as ProjectSummary } from "virtual:content/projects";
import * as labels from "../../../content/words/en/projects.json";
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
import { definePage, type PageProps } from "../../page.ts";
import styles from "./projects.module.css";
import { projectsWith, STATUS_LABELS, type Status } from "./projects.ts";

const CRUMBS = [{ text: words.title, href: paths.projects() }];

const tabs = (current: Status) => [
  { text: labels.inDetail, href: paths.projects(), isCurrent: false },
  ...(["current", "past"] as const).map((status) => ({
    text: STATUS_LABELS[status],
    href: paths.projectList(status),
    isCurrent: status === current,
    count: projectsWith(status).length,
  })),
];

function Row({ project }: { project: ProjectSummary }) {
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
const statusOf = ({ params }: PageProps): Status => (params.status === "past" ? "past" : "current");

/** The page with all projects of one status (spec section 2, current and past lists). */
function ProjectListPage(props: PageProps) {
  const status = statusOf(props);
  return (
    <>
      <PageHeader
        title={STATUS_LABELS[status]}
        subtitle={status === "current" ? labels.currentSubtitle : labels.pastSubtitle}
        above={<Breadcrumbs crumbs={CRUMBS} />}
      >
        <TabLinks label={labels.status} tabs={tabs(status)} isWrapped />
      </PageHeader>
      <Section>
        <ul className="stack loose" role="list">
          {projectsWith(status).map((project) => (
            <li key={project.slug}>
              <Row project={project} />
            </li>
          ))}
        </ul>
      </Section>
      <CallToActionBand {...ending} />
    </>
  );
}

export const page = definePage({
  Page: ProjectListPage,
  head: (props) => ({
    title: STATUS_LABELS[statusOf(props)],
    description: words.description,
    crumbs: CRUMBS,
  }),
});
