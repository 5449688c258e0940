import type { ProjectSummary } from "virtual:content/projects";
import * as words from "../../../content/words/en/projects.json";
import { paths } from "../../../shared/paths.ts";
import card from "../../components/cards/card.module.css";
import { CardLink } from "../../components/cards/card-link.tsx";
import { StatusBadge } from "../../components/cards/status-badge.tsx";
import { ContentPicture } from "../../components/media/content-picture.tsx";
import { categoryName } from "./project-filters.ts";
import styles from "./projects.module.css";

export function ProjectCard({ project }: { project: ProjectSummary }) {
  const { slug, title, status, category, location, years, description, image } = project;
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
        <h3>{title}</h3>
        <p className={card.meta}>
          <span>{location}</span> <span>{years}</span>
        </p>
        <p className={card.excerpt}>{description}</p>
        <CardLink to={paths.project(project)} text={words.viewDetails} title={title} />
      </div>
    </article>
  );
}
