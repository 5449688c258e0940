import type { ProjectSummary } from "virtual:content/projects";
import { paths } from "../../../shared/paths.ts";
import card from "../../components/cards/card.module.css";
import { StatusBadge } from "../../components/cards/status-badge.tsx";
import { Link } from "../../components/links/link.tsx";
import { ContentPicture } from "../../components/media/content-picture.tsx";
import { categoryName } from "./project-filters.ts";
import styles from "./projects.module.css";

export function ProjectCard({ project }: { project: ProjectSummary }) {
  const { title, status, category, location, years, description, image } = project;
  return (
    <article className={card.card}>
      <div className={styles.picture}>
        <ContentPicture image={image} alt="" shape="wide" />
        <StatusBadge status={status} />
      </div>
      <div className={card.body}>
        <p className={card.meta}>
          <span className={card.tag}>{categoryName(category)}</span>
        </p>
        <h3>
          <Link to={paths.project(project)}>{title}</Link>
        </h3>
        <p className={card.meta}>
          <span>{location}</span> <span>{years}</span>
        </p>
        <p className={card.excerpt}>{description}</p>
        <p className={card.more} aria-hidden="true">
          View Details
        </p>
      </div>
    </article>
  );
}
