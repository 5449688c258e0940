import type { ProjectSummary } from "virtual:content/projects";
import type { ReactNode } from "react";
import * as words from "../../../content/words/en/project.json";
import styles from "./project.module.css";
import { categoryName } from "./project-filters.ts";

/** The facts of a project, in the spec's order. */
function factsOf(project: ProjectSummary): readonly (readonly [string, ReactNode])[] {
  if (!project.detail) {
    return [
      [words.duration, project.years],
      [words.location, project.location],
      [words.focusAreas, categoryName(project.category)],
    ];
  }
  return [
    [words.fundedBy, project.funder],
    [words.duration, project.duration],
    [words.location, project.implementationArea],
    [words.targetGroup, project.targetGroup],
    [
      words.focusAreas,
      <ul key="areas" role="list">
        {project.focusArea.map((area) => (
          <li key={area}>{area}</li>
        ))}
      </ul>,
    ],
  ];
}

export function InfoPanel({ project }: { project: ProjectSummary }) {
  return (
    <dl className={`${styles.facts} panel warm facts stack`}>
      {factsOf(project).map(([name, value]) => (
        <div key={name}>
          <dt className="small">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
