import { ourWork as ending } from "../../../content/endings.json";
import { hero, meta, projects, zonesHeading } from "../../../content/our-work.json";
import { story } from "../../../content/our-work.json?claims";
import { zones } from "../../../content/site.json?pages";
import * as words from "../../../content/words/en/our-work.json";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { ContentCard } from "../../components/cards/content-card.tsx";
import { HowWeKnow } from "../../components/links/how-we-know.tsx";
import { CallToActionBand } from "../../components/sections/call-to-action-band.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage } from "../../page.ts";
import styles from "./our-work.module.css";
import { Programmes } from "./programmes.tsx";

/** Spec section 2, Our Work. The spec gives two founding years; this is the one for this page. */
function OurWorkPage() {
  return (
    <>
      <PageHeader title={hero.title} standfirst={hero.subtitle} pattern="climate" />
      <Section>
        <div className={`${styles.story} split`}>
          <div>
            <p className={`${styles.since} rule`}>
              <span className="muted">{words.since}</span> {story.since.amount}
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
        <CardGrid items={zones} keyOf={(zone) => zone.id} closing={<Programmes />}>
          {({ name, regions, text, image, imageAlt }) => (
            <ContentCard
              title={name}
              image={image}
              imageAlt={imageAlt}
              meta={[regions.join(", ")]}
              description={text}
            />
          )}
        </CardGrid>
      </Section>
      <Section title={projects.heading} intro={projects.introduction}>
        <CardGrid items={projects.cards} keyOf={(project) => project.id}>
          {({ title, badge, location, years, description, image, imageAlt, link }) => (
            <ContentCard
              title={title}
              image={image}
              imageAlt={imageAlt}
              shape="wide"
              badge={
                badge === "Current"
                  ? { text: words.current, tone: "current" }
                  : { text: words.past, tone: "past" }
              }
              meta={[location, years]}
              description={description}
              link={{ text: link.text, href: link.link }}
            />
          )}
        </CardGrid>
      </Section>
      <CallToActionBand {...ending} />
    </>
  );
}

export const page = definePage({
  Page: OurWorkPage,
  head: () => ({ ...meta, canonicalPath: "/our-work" }),
});
