import * as words from "../../../content/words/en/our-work.json";
import type { Entry } from "../../../shared/content/documents.ts";
import { paths } from "../../../shared/paths.ts";
import { RichText } from "../../components/article/rich-text.tsx";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { ContentCard } from "../../components/cards/content-card.tsx";
import { notFoundPage } from "../../components/feedback/not-found-page.ts";
import { EnglishNote } from "../../components/feedback/page-notes.tsx";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { HowWeKnow } from "../../components/links/how-we-know.tsx";
import { ItemLinks } from "../../components/links/item-links.tsx";
import { ContentPicture } from "../../components/media/picture.tsx";
import { CallToAction } from "../../components/sections/call-to-action.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import styles from "./programme.module.css";
import "../../components/sections/figure.css";

type Content = ContentOf<"programme">;

const CRUMBS = [{ text: words.title, href: "/our-work" }];

const Top = ({
  title,
  subtitle,
  figure,
  unit,
  image,
  imageAlt,
  claims,
  language,
}: Entry<"programmes">) => (
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

function ProgrammePage({ content }: PageProps<Content>) {
  const { programme, programmes, projects, banner } = content;
  const own = projects.filter(({ slug }) => programme.projects.includes(slug));
  const others = programmes.filter(({ slug }) => slug !== programme.slug);
  return (
    <>
      {programme.language && <EnglishNote />}
      <Top {...programme} />
      <Section>
        <div className={`${styles.columns} beside`}>
          <RichText html={programme.html} language={programme.language} />
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

export const page = definePage<Content>({
  Page: ProgrammePage,
  hydrate: "use",
  noEntry: notFoundPage,
  head: ({ content: { programme } }) => ({
    title: programme.title,
    description: programme.description,
    crumbs: CRUMBS,
  }),
});
