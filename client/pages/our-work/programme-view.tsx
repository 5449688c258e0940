import type { Programme } from "virtual:content/programmes";
import { entries } from "virtual:content/programmes";
import { entries as projects } from "virtual:content/projects";
import { banner } from "../../../content/home.json";
import * as words from "../../../content/words/en/our-work.json";
import { paths } from "../../../shared/paths.ts";
import { RichText } from "../../components/article/rich-text.tsx";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { ContentCard } from "../../components/cards/content-card.tsx";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { HowWeKnow } from "../../components/links/how-we-know.tsx";
import { ItemLinks } from "../../components/links/item-links.tsx";
import { ContentPicture } from "../../components/media/content-picture.tsx";
import { CallToAction } from "../../components/sections/call-to-action.tsx";
import { Section } from "../../components/sections/section.tsx";
import styles from "./programme-view.module.css";

export const CRUMBS = [{ text: words.title, href: "/our-work" }];

/** A programme: its results, its methods, and its projects. */
export function ProgrammeView({ programme }: { programme: Programme }) {
  const { title, subtitle, figure, unit, image, imageAlt, html } = programme;
  const own = projects.filter(({ slug }) => programme.projects.includes(slug));
  const others = entries
    .filter(({ slug }) => slug !== programme.slug)
    .map((entry) => ({ id: entry.slug, slug: entry.slug, title: entry.title }));
  return (
    <>
      <div className={`${styles.top} page split`}>
        <div className="stack">
          <Breadcrumbs crumbs={CRUMBS} />
          <h1>{title}</h1>
          <p className="xl muted">{subtitle}</p>
          <p className="rule large">
            <strong className={`${styles.figure} figure`}>{figure}</strong>
            <span>{` ${unit}`}</span>
          </p>
          <p className="stack tight muted">
            {programme.claims.map((figure) => (
              <HowWeKnow key={figure.claim} {...figure} isNamed />
            ))}
          </p>
        </div>
        <div className="frame">
          <ContentPicture image={image} alt={imageAlt} shape="wide" isFirst />
        </div>
      </div>
      <Section>
        <div className={`${styles.columns} beside`}>
          <RichText html={html} />
          <ItemLinks title={words.otherProgrammes} items={others} hrefOf={paths.programme} />
        </div>
      </Section>
      <Section title={words.projects} tone="warm">
        <CardGrid items={own} keyOf={(project) => project.slug}>
          {(project) => (
            <ContentCard
              title={project.title}
              image={project.image}
              imageAlt={project.imageAlt}
              shape="wide"
              badge={{
                text: project.status === "current" ? words.current : words.past,
                tone: project.status,
              }}
              description={project.description}
              link={{ text: words.viewDetails, href: paths.project(project) }}
            />
          )}
        </CardGrid>
      </Section>
      <CallToAction {...banner} />
    </>
  );
}
