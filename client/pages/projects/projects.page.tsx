import { projects as words } from "../../../content/list-pages.json";
import * as labels from "../../../content/words/en/projects.json";
import { paths } from "../../../shared/paths.ts";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { ButtonLink } from "../../components/links/button-link.tsx";
import { Link } from "../../components/links/link.tsx";
import { TabLinks } from "../../components/links/tab-links.tsx";
import { ContentPicture } from "../../components/media/content-picture.tsx";
import { CallToActionBand } from "../../components/sections/call-to-action-band.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { fill } from "../../format/fill.ts";
import { definePage, type PageProps } from "../../page.ts";
import { ProjectCard } from "./project-card.tsx";
import {
  categoryChips,
  FILTERS,
  filterProjects,
  filterTitle,
  projectsWith,
  readFilter,
  statusTabs,
} from "./project-filters.ts";
import styles from "./projects.module.css";
import { PROJECTS_CALL_TO_ACTION } from "./projects-call-to-action.ts";

/** Spec section 2: the empty result, word for word. */
function NoProjects() {
  return (
    <div className={`${styles.empty} panel warm split`}>
      <ContentPicture image="images/states/no-results.svg" alt="" shape="scene" />
      <div className="stack measure">
        <h2>{labels.noProjects}</h2>
        <p>
          {labels.noMatch.before}
          <Link to={paths.projects()} state={{ stay: true }}>
            {labels.noMatch.link}
          </Link>
          {labels.noMatch.after}
        </p>
      </div>
    </div>
  );
}

function ProjectsPage({ search }: PageProps) {
  const filter = readFilter(search);
  const projects = filterProjects(filter);
  const total = filterProjects({ status: null, category: null }).length;
  return (
    <>
      <PageHeader title={words.title} standfirst={words.subtitle} pattern="livelihoods">
        <div id={FILTERS} className={`${styles.filters} stack`}>
          <TabLinks label={labels.status} tabs={statusTabs(filter)} />
          <TabLinks label={labels.category} tabs={categoryChips(filter)} />
        </div>
      </PageHeader>
      <Section>
        <p role="status" className="visually-hidden">
          {projects.length === 0
            ? labels.noProjects
            : fill(labels.showing, { count: projects.length, total })}
        </p>
        {projects.length === 0 ? (
          <NoProjects />
        ) : (
          <>
            <div className={`${styles.head} cluster spread`}>
              <h2>{filterTitle(filter)}</h2>
              <p className="muted" aria-hidden="true">
                {fill(labels.count, { count: projects.length, total })}
              </p>
            </div>
            <CardGrid items={projects} keyOf={({ slug }) => slug}>
              {(project) => <ProjectCard project={project} />}
            </CardGrid>
          </>
        )}
      </Section>
      <Section
        title={labels.completeLists}
        intro={fill(labels.completeListsIntro, { total })}
        tone="warm"
      >
        <ul className="cluster" role="list">
          <li>
            <ButtonLink href={paths.projectList("current")} variant="plain">
              {fill(labels.allCurrent, { count: projectsWith("current").length })}
            </ButtonLink>
          </li>
          <li>
            <ButtonLink href={paths.projectList("past")} variant="plain">
              {fill(labels.allPast, { count: projectsWith("past").length })}
            </ButtonLink>
          </li>
        </ul>
      </Section>
      <CallToActionBand {...PROJECTS_CALL_TO_ACTION} />
    </>
  );
}

export const page = definePage({
  Page: ProjectsPage,
  head: ({ search }) => {
    const filter = readFilter(search);
    const isAll = filter.status === null && filter.category === null;
    return {
      title: isAll ? words.title : filterTitle(filter),
      description: words.description,
      canonicalPath: paths.projects(),
    };
  },
});
