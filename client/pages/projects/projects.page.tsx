import { projects as words } from "../../../content/list-pages.json";
import { paths } from "../../../shared/paths.ts";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { ButtonLink } from "../../components/links/button-link.tsx";
import { Link } from "../../components/links/link.tsx";
import { TabLinks } from "../../components/links/tab-links.tsx";
import { ContentPicture } from "../../components/media/content-picture.tsx";
import { CallToActionBand } from "../../components/sections/call-to-action-band.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
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
    <div className={styles.empty}>
      <ContentPicture image="images/states/no-results.svg" alt="" shape="scene" />
      <div>
        <h2>No Projects Found</h2>
        <p>
          We couldn't find any projects matching your selected filters. Please try a different
          combination or{" "}
          <Link to={paths.projects()} state={{ stay: true }}>
            view all projects
          </Link>
          .
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
        <div id={FILTERS} className={styles.filters}>
          <TabLinks label="Status" tabs={statusTabs(filter)} />
          <TabLinks label="Category" tabs={categoryChips(filter)} />
        </div>
      </PageHeader>
      <Section>
        <p role="status" className="visually-hidden">
          {projects.length === 0
            ? "No Projects Found"
            : `Showing ${projects.length} of ${total} projects in detail`}
        </p>
        {projects.length === 0 ? (
          <NoProjects />
        ) : (
          <>
            <div className={styles.head}>
              <h2>{filterTitle(filter)}</h2>
              <p aria-hidden="true">
                {projects.length} of {total} in detail
              </p>
            </div>
            <CardGrid items={projects} keyOf={({ slug }) => slug}>
              {(project) => <ProjectCard project={project} />}
            </CardGrid>
          </>
        )}
      </Section>
      <Section
        title="The complete lists"
        intro={`The ${total} projects above are the ones described in detail. These lists have them all.`}
        tone="warm"
      >
        <ul className={styles.lists} role="list">
          <li>
            <ButtonLink href={paths.projectList("current")} variant="plain">
              {`All ${projectsWith("current").length} current projects`}
            </ButtonLink>
          </li>
          <li>
            <ButtonLink href={paths.projectList("past")} variant="plain">
              {`All ${projectsWith("past").length} past projects`}
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
