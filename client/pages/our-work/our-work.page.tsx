import * as words from "../../../content/words/en/our-work.json";
import { paths } from "../../../shared/paths.ts";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { ContentCard } from "../../components/cards/content-card.tsx";
import { HowWeKnow } from "../../components/links/how-we-know.tsx";
import { Link } from "../../components/links/link.tsx";
import { CallToActionBand } from "../../components/sections/call-to-action-band.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { PatternBox } from "../../components/sections/pattern-box.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import styles from "./our-work.module.css";

type Content = ContentOf<"ourWork">;

const Programmes = ({ programmes }: Pick<Content, "programmes">) => (
  <PatternBox pattern="wash">
    <h3 className="xl">{words.inAllFour}</h3>
    <ul className="stack" role="list">
      {programmes.map(({ slug, title, subtitle, language }) => (
        <li key={slug}>
          <Link className={styles.link} to={paths.programme(slug)} lang={language}>
            {title}
          </Link>{" "}
          <span className="muted small" lang={language}>
            {subtitle}
          </span>
        </li>
      ))}
    </ul>
  </PatternBox>
);

/** The story of the work, with its first year and what contradicts it. */
const Story = ({ story }: Pick<Content["content"], "story">) => (
  <Section>
    <div className={`${styles.story} split`}>
      <div>
        <p className={`${styles.since} rule`}>
          <span className="muted">{words.since}</span>
          {` ${story.since.amount}`}
        </p>
        <HowWeKnow claim={story.since.claim} text={story.since.text} />
      </div>
      <div className="stack measure">
        <h2>{story.heading}</h2>
        {story.paragraphs.map((paragraph, index) => (
          <p key={paragraph} className={index === 0 ? "large" : undefined}>
            {paragraph}
          </p>
        ))}
        {story.since.conflict && <p className="muted small">{story.since.conflict}</p>}
      </div>
    </div>
  </Section>
);

/** Our Work (spec section 2). The spec gives two founding years; this page uses the one given for it. */
function OurWorkPage({ content }: PageProps<Content>) {
  const { programmes, zones, ending } = content;
  const { hero, story, zonesHeading, projects } = content.content;
  const cards = projects.cards.flatMap((slug) =>
    content.projects.filter((one) => one.slug === slug),
  );
  return (
    <>
      <PageHeader {...hero} pattern="climate" />
      <Story story={story} />
      <Section title={zonesHeading} tone="warm">
        <CardGrid items={zones} closing={<Programmes programmes={programmes} />}>
          {(zone) => (
            <ContentCard
              {...zone}
              title={zone.name}
              meta={[zone.regions.join(", ")]}
              description={zone.text}
            />
          )}
        </CardGrid>
      </Section>
      <Section title={projects.heading} intro={projects.introduction}>
        <CardGrid items={cards}>
          {({ slug, location, years, ...project }) => (
            <ContentCard
              {...project}
              shape="wide"
              meta={[location, years]}
              link={`/projects#${slug}`}
              linkText={projects.cardLinkText}
            />
          )}
        </CardGrid>
      </Section>
      <CallToActionBand {...ending} />
    </>
  );
}

export const page = definePage<Content>({
  Page: OurWorkPage,
  hydrate: "use",
  head: ({ content }) => content.content.meta,
});
