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
            : `Showing ${projects.length} of ${total} projects`}
        </p>
        {projects.length === 0 ? (
          <NoProjects />
        ) : (
          <>
            <div className={styles.head}>
              <h2>{filterTitle(filter)}</h2>
              <p aria-hidden="true">
                {projects.length} of {total}
              </p>
            </div>
            <CardGrid items={projects} keyOf={({ slug }) => slug}>
              {(project) => <ProjectCard project={project} />}
            </CardGrid>
          </>
        )}
      </Section>
      <Section
        title="Every project, one by one"
        intro="The full lists also hold the projects of which the details are still to be published."
        tone="warm"
      >
        <ul className={styles.lists} role="list">
          <li>
            <ButtonLink href={paths.projectList("current")} variant="plain">
              What is under way
            </ButtonLink>
          </li>
          <li>
            <ButtonLink href={paths.projectList("past")} variant="plain">
              What is completed
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
