import * as words from "../../../content/words/en/about.json";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { ContentCard } from "../../components/cards/content-card.tsx";
import { ContentPicture } from "../../components/media/picture.tsx";
import { CallToActionBand } from "../../components/sections/call-to-action-band.tsx";
import { KeyFigures } from "../../components/sections/key-figures.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import styles from "./about.module.css";
import "../../components/links/chips.css";

type Content = ContentOf<"about">;

interface LeaderProps {
  leader: Content["leaders"][number];
  headings: Content["about"]["leadership"];
}

/** The leader profile of spec section 3: photo, role, name, biography, expertise tags, education. */
function Leader({ leader, headings }: LeaderProps) {
  const { name, standIn, role, photo, photoAlt, biography, expertise, qualifications } = leader;
  return (
    <div data-reveals="">
      <article className={`${styles.leader} split`}>
        <div className={`${styles.photo} frame`}>
          <ContentPicture image={photo} alt={photoAlt} shape="square" />
        </div>
        <div className="stack">
          <div className={styles.name}>
            <h3 className="xl">{role}</h3>
            <p>{name ?? standIn}</p>
          </div>
          {biography.map((paragraph) => (
            <p key={paragraph} className="measure">
              {paragraph}
            </p>
          ))}
          <div className={`${styles.lists} line`}>
            <section>
              <h4>{headings.expertiseHeading}</h4>
              <ul className="cluster tight" role="list">
                {expertise.map((tag) => (
                  <li key={tag} className="chip">
                    {tag}
                  </li>
                ))}
              </ul>
            </section>
            <section>
              <h4>{headings.qualificationsHeading}</h4>
              <ul className="stack tight muted small" role="list">
                {qualifications.map((qualification) => (
                  <li key={qualification}>{qualification}</li>
                ))}
              </ul>
            </section>
          </div>
        </div>
      </article>
    </div>
  );
}

const Zones = ({ about, zones }: Content) => (
  <Section title={about.zonesHeading} intro={about.zonesIntroduction} tone="warm">
    <div className={`${styles.zones} split`}>
      <div className="frame">
        <ContentPicture image="images/map/tanzania.svg" alt={words.mapAlt} shape="map" />
      </div>
      <ul className={`${styles.key} stack loose`} role="list">
        {zones.map(({ id, name, regions, text }) => (
          <li key={id} data-zone={id}>
            <h3>{name}</h3>
            <p className="semibold">{regions.join(", ")}</p>
            <p className="muted small">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  </Section>
);

const MissionAndVision = ({ about, mission, vision }: Content) => (
  <Section tone="deep">
    <div className={`${styles.purpose} split`}>
      <div>
        <h2 className="large">{about.missionHeading}</h2>
        <p className="xl">{mission}</p>
      </div>
      <div>
        <h2 className="large">{about.visionHeading}</h2>
        <p className="xl">{vision}</p>
      </div>
    </div>
  </Section>
);

/** The story of the foundation, with its figures and what contradicts them. */
function Story({ about: { story } }: Content) {
  const figures = story.figures.map(({ claim, amount, text }) => ({
    claim,
    value: String(amount),
    label: text,
  }));
  const conflict = story.figures.find((figure) => figure.conflict)?.conflict;
  return (
    <Section>
      <div className={`${styles.story} split`}>
        <div className="stack measure">
          <h2>{story.heading}</h2>
          {story.paragraphs.map((paragraph, index) => (
            <p key={paragraph} className={index === 0 ? "large" : undefined}>
              {paragraph}
            </p>
          ))}
        </div>
        <figure className="frame">
          <ContentPicture image={story.image} alt={story.imageAlt} shape="wide" place="lead" />
        </figure>
      </div>
      <div className="apart">
        <KeyFigures figures={figures} />
        {conflict && <p className="apart muted small">{conflict}</p>}
      </div>
    </Section>
  );
}

/** About Us (spec section 2). The spec gives two founding years; this page uses the one given for it. */
function AboutPage({ content }: PageProps<Content>) {
  const { about, leaders, coreValues, thematicAreas, ending } = content;
  const { leadership } = about;
  return (
    <>
      <PageHeader {...about.hero} pattern="livelihoods" />
      <Story {...content} />
      <Zones {...content} />
      <MissionAndVision {...content} />
      <Section title={about.coreValuesHeading}>
        <ul className="grid" role="list">
          {coreValues.map(({ id, name, text }) => (
            <li key={id} className="rule stack tight">
              <h3>{name}</h3>
              <p className="muted">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={about.thematicAreasHeading} tone="warm">
        <CardGrid items={thematicAreas}>
          {(area) => <ContentCard {...area} title={area.name} description={area.text} />}
        </CardGrid>
      </Section>
      <Section title={leadership.heading} intro={leadership.introduction}>
        <div className="stack roomy">
          {leaders.map((leader) => (
            <Leader key={leader.id} leader={leader} headings={leadership} />
          ))}
        </div>
      </Section>
      <CallToActionBand {...ending} />
    </>
  );
}

export const page = definePage<Content>({
  Page: AboutPage,
  hydrate: "use",
  head: ({ content }) => content.about.meta,
});
