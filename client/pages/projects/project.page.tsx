import { type ReactNode, useEffect, useRef, useState } from "react";
import { code } from "../../../content/words/en/language.json";
import * as labels from "../../../content/words/en/project.json";
import type { Entry } from "../../../shared/content/documents.ts";
import { paths } from "../../../shared/paths.ts";
import { absentPage } from "../../components/article/absent-page.tsx";
import { RichText } from "../../components/article/rich-text.tsx";
import { StatusBadge } from "../../components/cards/content-card.tsx";
import { EnglishNote } from "../../components/feedback/page-notes.tsx";
import { announceHeading } from "../../components/feedback/recovery.ts";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { ButtonLink } from "../../components/links/button.tsx";
import { HowWeKnow } from "../../components/links/how-we-know.tsx";
import { RelatedReading } from "../../components/links/item-links.tsx";
import { Link } from "../../components/links/link.tsx";
import { ContentPicture } from "../../components/media/picture.tsx";
import { type Fact, Facts } from "../../components/sections/facts.tsx";
import { useIsHydrating } from "../../components/streaming/streamed.tsx";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import styles from "./project.module.css";
import { categoryName, STATUS_LABELS } from "./projects.ts";
import "../../components/sections/banner.css";
import "../../components/cards/badge.css";
import "../../components/article/item.css";

type Content = ContentOf<"project">;
type Project = Entry<"projects">;

/** The mock loading time of a project (spec section 9). It applies to navigation within the site, never to a page load. */
const PROJECT_LOADING_MS = 1_000;

/** Covers the content with bars of the same size, so that nothing moves. The loading text is the heading meanwhile. */
function LoadingOverlay({ children }: { children: ReactNode }) {
  const [isWaiting, setWaiting] = useState(!useIsHydrating());
  const frame = useRef<HTMLDivElement>(null);
  const hadWaited = useRef(false);

  useEffect(() => {
    if (isWaiting) {
      hadWaited.current = true;
      const timer = setTimeout(() => setWaiting(false), PROJECT_LOADING_MS);
      return () => clearTimeout(timer);
    }
    if (!hadWaited.current) return;
    // Move focus only if it was lost with the removed heading.
    const isFocusLost = document.activeElement === document.body;
    announceHeading(frame.current?.querySelector("h1") ?? null, isFocusLost);
  }, [isWaiting]);

  return (
    <div ref={frame} className="loading-frame" aria-busy={isWaiting || undefined}>
      {isWaiting && <h1 className="loading-label page muted">{labels.loading}</h1>}
      <div className={isWaiting ? "loading-covered" : undefined} inert={isWaiting}>
        {children}
      </div>
    </div>
  );
}

const crumbsOf = ({ project, list }: Content) => [
  { text: list.title, href: paths.projects() },
  { text: STATUS_LABELS[project.status], href: paths.projectList(project.status) },
];

interface FactsProps {
  project: Project;
  categories: Content["categories"];
}

/** Returns names and values of a project. All values are written in the project itself, except the name of its category. */
function factsOf({ project, categories }: FactsProps): readonly Fact[] {
  if (!project.detail) {
    return [
      [labels.duration, project.years],
      [labels.location, project.location],
      [
        labels.focusAreas,
        <span key="category" lang={project.language && code}>
          {categoryName(categories, project.category)}
        </span>,
      ],
    ];
  }
  return [
    [labels.fundedBy, project.funder],
    [labels.duration, project.duration],
    [labels.location, project.implementationArea],
    [labels.targetGroup, project.targetGroup],
    [
      labels.focusAreas,
      <ul key="areas" role="list">
        {project.focusArea.map((area) => (
          <li key={area}>{area}</li>
        ))}
      </ul>,
    ],
  ];
}

/** The facts of a project: below the picture on phones, beside the text on wide screens. */
const ProjectFacts = ({ project, categories }: FactsProps) => (
  <aside className={`${styles.aside} stack loose`} aria-label={labels.facts}>
    <Facts
      className={`${styles.facts} panel warm stack`}
      facts={factsOf({ project, categories })}
      value={{ lang: project.language }}
    />
    {project.claims.length > 0 && (
      <p className="stack tight muted">
        {project.claims.map((figure) => (
          <HowWeKnow key={figure.claim} {...figure} isNamed />
        ))}
      </p>
    )}
    <p className="cluster screen">
      <ButtonLink href="/donate" variant="gold">
        {labels.donate}
      </ButtonLink>{" "}
      <ButtonLink href="/contact-us" variant="plain">
        {labels.contactUs}
      </ButtonLink>
    </p>
  </aside>
);

function Head({ content }: { content: Content }) {
  const { project } = content;
  return (
    <header className="stack tight">
      <div className="links">
        <Breadcrumbs crumbs={crumbsOf(content)} />
        <Link className="touch back small screen" to={paths.projects()}>
          {labels.back}
        </Link>
      </div>
      <h1 lang={project.language}>{project.title}</h1>
      <p className="xl muted">
        {project.status === "current" ? labels.currentProject : labels.pastProject}
      </p>
    </header>
  );
}

/** The project detail of spec section 2. A project without all facts states that more will follow. */
function ProjectPage({ content }: PageProps<Content>) {
  const { project, categories } = content;
  return (
    <>
      {project.language && <EnglishNote />}
      <LoadingOverlay>
        <article className="page item">
          <Head content={content} />
          <div className={`${styles.columns} beside apart`}>
            <figure className={`${styles.picture} frame badged`}>
              <ContentPicture
                image={project.image}
                alt={project.imageAlt}
                shape="wide"
                place="main"
                isFirst
              />
              <StatusBadge status={project.status} />
            </figure>
            <ProjectFacts project={project} categories={categories} />
            <div className={`${styles.text} stack roomy`}>
              <section className="stack">
                <h2>{labels.overview}</h2>
                <p className="intro" lang={project.language}>
                  {project.description}
                </p>
                <RichText html={project.html} language={project.language} />
              </section>
              {project.detail ? (
                <section className="stack">
                  <h2>{labels.role}</h2>
                  <ul className="stack measure" role="list" lang={project.language}>
                    {project.role.map((point) => (
                      <li key={point} className={styles.point}>
                        {point}
                      </li>
                    ))}
                  </ul>
                </section>
              ) : (
                <p className="note measure">{labels.soon}</p>
              )}
              <RelatedReading path={paths.project(project)} />
            </div>
          </div>
          <p className="line apart screen">
            <ButtonLink href={paths.projects()} variant="plain">
              {labels.viewAll}
            </ButtonLink>
          </p>
        </article>
      </LoadingOverlay>
    </>
  );
}

/** The view of spec section 8, "Project Not Found". */
const notFound = absentPage(labels.absent, paths.projects());

/** The page of a project, found by its slug. The status in the URL is ignored (spec section 2). */
export const page = definePage<Content>({
  Page: ProjectPage,
  hydrate: "use",
  head: ({ content }) => ({
    title: content.project.title,
    description: content.project.description,
    canonicalPath: paths.project(content.project),
    crumbs: crumbsOf(content),
  }),
  noEntry: {
    ...notFound,
    Page: () => (
      <LoadingOverlay>
        <notFound.Page />
      </LoadingOverlay>
    ),
  },
});
