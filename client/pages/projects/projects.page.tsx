import { projects as ending } from "virtual:content/endings?projects";
import { projects as words } from "virtual:content/list-pages";
import { categories } from "virtual:content/project-categories";
import { entries, type Summary as ProjectSummary } from "virtual:content/projects";
import * as labels from "../../../content/words/en/projects.json";
import { fill } from "../../../shared/fill.ts";
import { paths } from "../../../shared/paths.ts";
import card from "../../components/cards/card.module.css";
import { CardGrid, CardLink } from "../../components/cards/card-grid.tsx";
import { StatusBadge } from "../../components/cards/content-card.tsx";
import { ButtonLink, Link } from "../../components/links/link.tsx";
import { TabLinks } from "../../components/links/tab-links.tsx";
import { ContentPicture } from "../../components/media/picture.tsx";
import { CallToActionBand } from "../../components/sections/call-to-action-band.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { counted } from "../../format/text.ts";
import { definePage, type PageProps } from "../../page.ts";
import styles from "./projects.module.css";
import { categoryName, projectsWith, STATUS_LABELS, type Status } from "./projects.ts";

/** The id of the filters. Choosing a filter scrolls there, so that the results are in view. */
const FILTERS = "filters";

/** The filter in the URL; null means All. */
interface ProjectFilter {
  status: Status | null;
  /** An id of project-categories.json. */
  category: string | null;
}

function readFilter(search: URLSearchParams): ProjectFilter {
  const status = search.get("status");
  const category = search.get("category");
  return {
    status: status === "current" || status === "past" ? status : null,
    category: categories.some(({ id }) => id === category) ? category : null,
  };
}

/** Returns the projects that match both filters. Projects without all facts appear only in the lists by status. */
const filterProjects = ({ status, category }: ProjectFilter): readonly ProjectSummary[] =>
  entries.filter(
    (project) =>
      project.detail &&
      (status === null || project.status === status) &&
      (category === null || project.category === category),
  );

const tab = (text: string, filter: ProjectFilter, isCurrent: boolean) => ({
  text,
  href: `${paths.projects(filter)}#${FILTERS}`,
  isCurrent,
  count: filterProjects(filter).length,
});

const statusTabs = ({ status, category }: ProjectFilter) =>
  ([null, "current", "past"] as const).map((value) =>
    tab(STATUS_LABELS[value ?? "all"], { status: value, category }, value === status),
  );

const categoryChips = ({ status, category }: ProjectFilter) =>
  [{ id: null, name: labels.allCategories }, ...categories].map(({ id, name }) =>
    tab(name, { status, category: id }, id === category),
  );

/** Returns the heading of the filtered list: "Current Projects, WASH & Health". */
function filterTitle({ status, category }: ProjectFilter): string {
  const shown = STATUS_LABELS[status ?? "all"];
  return category === null ? shown : `${shown}, ${categoryName(category)}`;
}

const total = filterProjects({ status: null, category: null }).length;

function ProjectCard({ project }: { project: ProjectSummary }) {
  const { slug, title, language, status, category, location, years, description, image } = project;
  return (
    <article id={slug} tabIndex={-1} className={`panel ${card.card} ${styles.card}`}>
      <div className="badged">
        <ContentPicture image={image} alt="" shape="wide" />
        <StatusBadge status={status} />
      </div>
      <div className={card.body}>
        <p className={card.meta}>
          <span className="tag">{categoryName(category)}</span>
        </p>
        <h3 lang={language}>{title}</h3>
        <p className={card.meta} lang={language}>
          <span>{location}</span> <span>{years}</span>
        </p>
        <p className={card.excerpt} lang={language}>
          {description}
        </p>
        <CardLink
          to={paths.project(project)}
          text={labels.viewDetails}
          title={title}
          language={language}
        />
      </div>
    </article>
  );
}

/** The empty result, word for word from spec section 2. */
const NoProjects = () => (
  <div className={`${styles.empty} panel warm split`}>
    <ContentPicture image="images/states/no-results.svg" alt="" shape="scene" />
    <div className="stack measure">
      <h2>{labels.noProjects}</h2>
      <p data-filter="">
        {labels.noMatch.before}
        <Link to={paths.projects()} state={{ stay: true }}>
          {labels.noMatch.link}
        </Link>
        {labels.noMatch.after}
      </p>
    </div>
  </div>
);

function Found({ filter }: { filter: ProjectFilter }) {
  const projects = filterProjects(filter);
  const count = projects.length;
  return (
    <Section>
      <p role="status" className="visually-hidden">
        {count === 0 ? labels.noProjects : fill(labels.showing, { count, total })}
      </p>
      {count === 0 ? (
        <NoProjects />
      ) : (
        <>
          <div className={`${styles.head} cluster spread`}>
            <h2>{filterTitle(filter)}</h2>
            <p className="muted" aria-hidden="true">
              {counted(labels.count, count)}
            </p>
          </div>
          <CardGrid items={projects}>{(project) => <ProjectCard project={project} />}</CardGrid>
        </>
      )}
    </Section>
  );
}

function ProjectsPage({ search }: PageProps) {
  const filter = readFilter(search);
  return (
    <>
      <PageHeader title={words.title} subtitle={words.subtitle} pattern="livelihoods">
        <div id={FILTERS} className={`${styles.filters} stack`}>
          <TabLinks label={labels.status} tabs={statusTabs(filter)} />
          <TabLinks label={labels.category} tabs={categoryChips(filter)} />
        </div>
      </PageHeader>
      <Found filter={filter} />
      <Section
        title={labels.completeLists}
        intro={fill(labels.completeListsIntro, { total })}
        tone="warm"
      >
        <p className="cluster">
          <ButtonLink href={paths.projectList("current")} variant="plain">
            {fill(labels.allCurrent, { count: projectsWith("current").length })}
          </ButtonLink>{" "}
          <ButtonLink href={paths.projectList("past")} variant="plain">
            {fill(labels.allPast, { count: projectsWith("past").length })}
          </ButtonLink>
        </p>
      </Section>
      <CallToActionBand {...ending} />
    </>
  );
}

export const page = definePage({
  Page: ProjectsPage,
  head: ({ search }) => {
    const filter = readFilter(search);
    const isAll = filter.status === null && filter.category === null;
    return { title: isAll ? words.title : filterTitle(filter), description: words.description };
  },
});
