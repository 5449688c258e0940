import type { Project } from "virtual:content/projects";
import { projects as words } from "../../../content/list-pages.json";
import * as labels from "../../../content/words/en/project.json";
import { paths } from "../../../shared/paths.ts";
import { RichText } from "../../components/article/rich-text.tsx";
import { StatusBadge } from "../../components/cards/status-badge.tsx";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { ButtonLink } from "../../components/links/button-link.tsx";
import { HowWeKnow } from "../../components/links/how-we-know.tsx";
import { Link } from "../../components/links/link.tsx";
import { RelatedReading } from "../../components/links/related-reading.tsx";
import { ContentPicture } from "../../components/media/content-picture.tsx";
import { InfoPanel } from "./info-panel.tsx";
import { LoadingOverlay } from "./loading-overlay.tsx";
import styles from "./project.module.css";
import { STATUS_LABELS } from "./project-filters.ts";

/** The breadcrumbs of a project. */
export function projectCrumbs({ status }: Pick<Project, "status">) {
  return [
    { text: words.title, href: paths.projects() },
    { text: STATUS_LABELS[status], href: paths.projectList(status) },
  ];
}

/** Below the picture on phones, beside the text on wide screens. */
function Facts({ project }: { project: Project }) {
  return (
    <aside className={`${styles.aside} stack loose`} aria-label={labels.facts}>
      <InfoPanel project={project} />
      {project.claims.length > 0 && (
        <p className="stack tight muted">
          {project.claims.map((figure) => (
            <HowWeKnow key={figure.claim} {...figure} isNamed />
          ))}
        </p>
      )}
      <ul className="cluster screen" role="list">
        <li>
          <ButtonLink href="/donate" variant="gold">
            {labels.donate}
          </ButtonLink>
        </li>
        <li>
          <ButtonLink href="/contact-us" variant="plain">
            {labels.contactUs}
          </ButtonLink>
        </li>
      </ul>
    </aside>
  );
}

/** Spec section 2, Project detail. A project without all facts states that more will follow. */
export function ProjectView({ project }: { project: Project }) {
  const { title, status, image, imageAlt, description } = project;
  return (
    <LoadingOverlay>
      <article className="page item">
        <header className="stack tight">
          <div className="links">
            <Breadcrumbs crumbs={projectCrumbs(project)} />
            <Link className="touch back small screen" to={paths.projects()}>
              {labels.back}
            </Link>
          </div>
          <h1>{title}</h1>
          <p className="xl muted">
            {status === "current" ? labels.currentProject : labels.pastProject}
          </p>
        </header>
        <div className={`${styles.columns} beside apart`}>
          <figure className={`${styles.picture} frame badged`}>
            <ContentPicture image={image} alt={imageAlt} shape="wide" isFirst />
            <StatusBadge status={status} />
          </figure>
          <Facts project={project} />
          <div className={`${styles.text} stack roomy`}>
            <section className="stack">
              <h2>{labels.overview}</h2>
              <p className="intro">{description}</p>
              <RichText html={project.html} />
            </section>
            {project.detail ? (
              <section className="stack">
                <h2>{labels.role}</h2>
                <ul className="stack measure" role="list">
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
          </div>
        </div>
        <RelatedReading path={paths.project(project)} />
        <p className="line apart screen">
          <ButtonLink href={paths.projects()} variant="plain">
            {labels.viewAll}
          </ButtonLink>
        </p>
      </article>
    </LoadingOverlay>
  );
}
