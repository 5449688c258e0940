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
        <div className={styles.story}>
          <div className={styles.text}>
            <h2>{story.heading}</h2>
            {story.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <figure className={styles.picture}>
            <ContentPicture image={story.image} alt={story.imageAlt} shape="wide" />
          </figure>
        </div>
        <div className={styles.figures}>
          <Facts facts={FIGURES} />
          {CONFLICT && <p className={styles.note}>{CONFLICT}</p>}
        </div>
      </Section>
      <Zones />
      <MissionAndVision />
      <Section title={coreValuesHeading}>
        <ul className={styles.values} role="list">
          {coreValues.map(({ id, name, text }) => (
            <li key={id}>
              <h3>{name}</h3>
              <p>{text}</p>
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
        <div className={styles.leaders}>
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
