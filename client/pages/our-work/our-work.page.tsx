import { ourWork as ending } from "virtual:content/endings";
import { hero, meta, projects, zonesHeading } from "virtual:content/our-work";
import { story } from "virtual:content/our-work?claims";
import { entries } from "virtual:content/programmes";
import { entries as allProjects } from "virtual:content/projects";
import { zones } from "virtual:content/site?pages";
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
import { definePage } from "../../page.ts";
import styles from "./our-work.module.css";

const Programmes = () => (
  <PatternBox pattern="wash">
    <h3 className="xl">{words.inAllFour}</h3>
    <ul className="stack" role="list">
      {entries.map(({ slug, title, subtitle, language }) => (
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

const cards = projects.cards.flatMap((slug) => allProjects.filter((one) => one.slug === slug));

/** Our Work (spec section 2). The spec gives two founding years; this page uses the one given for it. */
const OurWorkPage = () => (
  <>
    <PageHeader {...hero} pattern="climate" />
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
    <Section title={zonesHeading} tone="warm">
      <CardGrid items={zones} closing={<Programmes />}>
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

export const page = definePage({ Page: OurWorkPage, head: meta });
