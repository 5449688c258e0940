import * as labels from "../../../content/words/en/projects.json";
import type { EntrySummary } from "../../../shared/content/documents.ts";
import { fill } from "../../../shared/fill.ts";
import { paths } from "../../../shared/paths.ts";
import card from "../../components/cards/card.module.css";
import { CardGrid, CardLink } from "../../components/cards/card-grid.tsx";
import { StatusBadge } from "../../components/cards/content-card.tsx";
import { ButtonLink } from "../../components/links/button.tsx";
import { Link } from "../../components/links/link.tsx";
import { TabLinks } from "../../components/links/tab-links.tsx";
import { ContentPicture } from "../../components/media/picture.tsx";
import { CallToActionBand } from "../../components/sections/call-to-action-band.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { counted } from "../../format/text.ts";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import styles from "./projects.module.css";
import { categoryName, projectsWith, STATUS_LABELS, type Status } from "./projects.ts";
import "../../components/cards/badge.css";

type Content = ContentOf<"projects">;

/** The id of the filters. Choosing a filter scrolls there, so that the results are in view. */
const FILTERS = "filters";

/** The filter in the URL; null means All. */
interface ProjectFilter {
  status: Status | null;
  /** An id of project-categories.json. */
  category: string | null;
}

const ALL: ProjectFilter = { status: null, category: null };

type Request = Pick<PageProps<Content>, "content" | "search">;

function readFilter({ content, search }: Request): ProjectFilter {
  const status = search.get("status");
  const category = search.get("category");
  return {
    status: status === "current" || status === "past" ? status : null,
    category: content.categories.some(({ id }) => id === category) ? category : null,
  };
}

/** Returns the projects that match both filters. Projects without all facts appear only in the lists by status. */
const filterProjects = ({ projects }: Content, { status, category }: ProjectFilter) =>
  projects.filter(
    (project) =>
      project.detail &&
      (status === null || project.status === status) &&
      (category === null || project.category === category),
  );

const tab = (content: Content, text: string, filter: ProjectFilter, isCurrent: boolean) => ({
  text,
  href: `${paths.projects(filter)}#${FILTERS}`,
  isCurrent,
  count: filterProjects(content, filter).length,
});

const statusTabs = (content: Content, { status, category }: ProjectFilter) =>
  ([null, "current", "past"] as const).map((value) =>
    tab(content, STATUS_LABELS[value ?? "all"], { status: value, category }, value === status),
  );

const categoryChips = (content: Content, { status, category }: ProjectFilter) =>
  [{ id: null, name: labels.allCategories }, ...content.categories].map(({ id, name }) =>
    tab(content, name, { status, category: id }, id === category),
  );

/** Returns the heading of the filtered list: "Current Projects, WASH & Health". */
function filterTitle({ categories }: Content, { status, category }: ProjectFilter): string {
  const shown = STATUS_LABELS[status ?? "all"];
  return category === null ? shown : `${shown}, ${categoryName(categories, category)}`;
}

interface ProjectCardProps {
  project: EntrySummary<"projects">;
  categories: Content["categories"];
}

function ProjectCard({ project, categories }: ProjectCardProps) {
  const { slug, title, language, status, category, location, years, description, image } = project;
  return (
    <article id={slug} tabIndex={-1} className={`panel ${card.card} ${styles.card}`}>
      <div className="badged">
        <ContentPicture image={image} alt="" shape="wide" />
        <StatusBadge status={status} />
      </div>
      <div className={card.body}>
        <p className={card.meta}>
          <span className="tag">{categoryName(categories, category)}</span>
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
      {/* `data-filter` as on the links of client/components/links/tab-links.tsx. */}
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

interface FoundProps {
  content: Content;
  filter: ProjectFilter;
  /** The number of projects without a filter. */
  total: number;
}

function Found({ content, filter, total }: FoundProps) {
  const projects = filterProjects(content, filter);
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
            <h2>{filterTitle(content, filter)}</h2>
            <p className="muted" aria-hidden="true">
              {counted(labels.count, count)}
            </p>
          </div>
          <CardGrid items={projects}>
            {(project) => <ProjectCard project={project} categories={content.categories} />}
          </CardGrid>
        </>
      )}
    </Section>
  );
}

function ProjectsPage({ content, search }: PageProps<Content>) {
  const { projects, list, ending } = content;
  const filter = readFilter({ content, search });
  const total = filterProjects(content, ALL).length;
  return (
    <>
      <PageHeader title={list.title} subtitle={list.subtitle} pattern="livelihoods">
        <div id={FILTERS} className={`${styles.filters} stack`}>
          <TabLinks label={labels.status} tabs={statusTabs(content, filter)} />
          <TabLinks label={labels.category} tabs={categoryChips(content, filter)} />
        </div>
      </PageHeader>
      <Found content={content} filter={filter} total={total} />
      <Section
        title={labels.completeLists}
        intro={fill(labels.completeListsIntro, { total })}
        tone="warm"
      >
        <p className="cluster">
          <ButtonLink href={paths.projectList("current")} variant="plain">
            {fill(labels.allCurrent, { count: projectsWith(projects, "current").length })}
          </ButtonLink>{" "}
          <ButtonLink href={paths.projectList("past")} variant="plain">
            {fill(labels.allPast, { count: projectsWith(projects, "past").length })}
          </ButtonLink>
        </p>
      </Section>
      <CallToActionBand {...ending} />
    </>
  );
}

export const page = definePage<Content>({
  Page: ProjectsPage,
  hydrate: "use",
  head: ({ content, search }) => {
    const { title, description } = content.list;
    const filter = readFilter({ content, search });
    const isAll = filter.status === null && filter.category === null;
    return { title: isAll ? title : filterTitle(content, filter), description };
  },
});
