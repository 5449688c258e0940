import { banner } from "virtual:content/home";
import { entries, load, type Entry as Programme } from "virtual:content/programmes";
import { entries as projects } from "virtual:content/projects";
import * as words from "../../../content/words/en/our-work.json";
import { paths } from "../../../shared/paths.ts";
import { entryPage } from "../../components/article/entry-page.tsx";
import { RichText } from "../../components/article/rich-text.tsx";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { ContentCard } from "../../components/cards/content-card.tsx";
import { notFoundPage } from "../../components/feedback/error-pages.tsx";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { HowWeKnow } from "../../components/links/how-we-know.tsx";
import { ItemLinks } from "../../components/links/item-links.tsx";
import { ContentPicture } from "../../components/media/picture.tsx";
import { CallToAction } from "../../components/sections/call-to-action.tsx";
import { Section } from "../../components/sections/section.tsx";
import styles from "./programme.module.css";

const CRUMBS = [{ text: words.title, href: "/our-work" }];

const Top = ({ title, subtitle, figure, unit, image, imageAlt, claims, language }: Programme) => (
  <div className={`${styles.top} page split`}>
    <div className="stack">
      <Breadcrumbs crumbs={CRUMBS} />
      <h1 lang={language}>{title}</h1>
      <p className="xl muted" lang={language}>
        {subtitle}
      </p>
      <p className="rule large">
        <strong className={`${styles.figure} figure`}>{figure}</strong>
        <span lang={language}>{` ${unit}`}</span>
      </p>
      <p className="stack tight muted">
        {claims.map((one) => (
          <HowWeKnow key={one.claim} {...one} isNamed />
        ))}
      </p>
    </div>
    <div className="frame">
      <ContentPicture image={image} alt={imageAlt} shape="wide" place="lead" isFirst />
    </div>
  </div>
);

function ProgrammeView({ entry }: { entry: Programme }) {
  const own = projects.filter(({ slug }) => entry.projects.includes(slug));
  const others = entries.filter(({ slug }) => slug !== entry.slug);
  return (
    <>
      <Top {...entry} />
      <Section>
        <div className={`${styles.columns} beside`}>
          <RichText html={entry.html} language={entry.language} />
          <ItemLinks
            title={words.otherProgrammes}
            items={others.map((other) => ({ ...other, id: other.slug }))}
            hrefOf={paths.programme}
          />
        </div>
      </Section>
      <Section title={words.projects} tone="warm">
        <CardGrid items={own}>
          {(project) => (
            <ContentCard
              {...project}
              shape="wide"
              link={paths.project(project)}
              linkText={words.viewDetails}
            />
          )}
        </CardGrid>
      </Section>
      <CallToAction {...banner} />
    </>
  );
}

export const page = entryPage({
  load,
  View: ProgrammeView,
  head: ({ title, description }) => ({ title, description, crumbs: CRUMBS }),
  notFound: notFoundPage,
});
