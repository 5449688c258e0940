import {
  coreValuesHeading,
  hero,
  leadership,
  meta,
  thematicAreasHeading,
} from "../../../content/about.json";
import { story } from "../../../content/about.json?claims";
import { about as ending } from "../../../content/endings.json";
import { leaders } from "../../../content/leaders.json";
import { coreValues, thematicAreas } from "../../../content/site.json?pages";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { ContentCard } from "../../components/cards/content-card.tsx";
import { ContentPicture } from "../../components/media/content-picture.tsx";
import { CallToActionBand } from "../../components/sections/call-to-action-band.tsx";
import { Facts } from "../../components/sections/facts.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage } from "../../page.ts";
import styles from "./about.module.css";
import { Leader } from "./leader.tsx";
import { MissionAndVision } from "./mission-and-vision.tsx";
import { Zones } from "./zones.tsx";

const FIGURES = story.figures.map(({ claim, amount, text }) => ({
  claim,
  value: String(amount),
  label: text,
}));
const CONFLICT = story.figures.find(({ conflict }) => conflict)?.conflict;

/** Spec section 2, About Us. The spec gives two founding years; this is the one for this page. */
function AboutPage() {
  return (
    <>
      <PageHeader title={hero.title} standfirst={hero.subtitle} pattern="livelihoods" />
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
            <ContentPicture image={story.image} alt={story.imageAlt} shape="wide" />
          </figure>
        </div>
        <div className="apart">
          <Facts facts={FIGURES} />
          {CONFLICT && <p className="apart muted small">{CONFLICT}</p>}
        </div>
      </Section>
      <Zones />
      <MissionAndVision />
      <Section title={coreValuesHeading}>
        <ul className="grid" role="list">
          {coreValues.map(({ id, name, text }) => (
            <li key={id} className="rule stack tight">
              <h3>{name}</h3>
              <p className="muted">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={thematicAreasHeading} tone="warm">
        <CardGrid items={thematicAreas} keyOf={(area) => area.id}>
          {({ name, text, image, imageAlt }) => (
            <ContentCard title={name} description={text} image={image} imageAlt={imageAlt} />
          )}
        </CardGrid>
      </Section>
      <Section title={leadership.heading} intro={leadership.introduction}>
        <div className="stack roomy">
          {leaders.map((leader) => (
            <Leader key={leader.id} leader={leader} />
          ))}
        </div>
      </Section>
      <CallToActionBand {...ending} />
    </>
  );
}

export const page = definePage({
  Page: AboutPage,
  head: () => ({ ...meta, canonicalPath: "/about-us" }),
});
