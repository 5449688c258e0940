import type { ProjectSummary } from "virtual:content/projects";
import type { ReactNode } from "react";
import styles from "./project.module.css";
import { categoryName } from "./project-filters.ts";

/** The facts of a project, in the spec's order. */
function factsOf(project: ProjectSummary): readonly (readonly [string, ReactNode])[] {
  if (!project.detail) {
    return [
      ["Duration", project.years],
      ["Location", project.location],
      ["Focus Areas", categoryName(project.category)],
    ];
  }
  return [
    ["Funded by", project.funder],
    ["Duration", project.duration],
    ["Location", project.implementationArea],
    ["Target Group", project.targetGroup],
    [
      "Focus Areas",
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
    <dl className={styles.facts}>
      {factsOf(project).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
