import { banner, featuredProjects, focusAreas, impact, partners } from "../../../content/home.json";
import { description, identity } from "../../../content/site.json";
import * as words from "../../../content/words/en/home.json";
import { paths } from "../../../shared/paths.ts";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { ContentCard } from "../../components/cards/content-card.tsx";
import { ButtonLink, Link } from "../../components/links/link.tsx";
import { CallToAction } from "../../components/sections/call-to-action.tsx";
import { Facts } from "../../components/sections/facts.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage } from "../../page.ts";
import { Hero } from "./hero.tsx";
import styles from "./home.module.css";
import { LiveBoxes } from "./live-boxes.tsx";
import { Partners } from "./partners.tsx";

/** Spec section 2, Home, in its order; the two live boxes are between projects and partners. */
function HomePage() {
  return (
    <>
      <Hero />
      <Section tone="deep">
        <div className={`${styles.stats} beside`}>
          <div>
            <h2>{impact.heading}</h2>
            <Link className="touch" to="/our-impact">
              {words.moreImpact}
            </Link>
          </div>
          <Facts facts={impact.stats} tone="deep" />
        </div>
      </Section>
      <Section title={focusAreas.heading} intro={focusAreas.introduction}>
        <CardGrid items={focusAreas.areas} keyOf={(area) => area.id} columns={4}>
          {({ name, link, badge, ...area }) => (
            <ContentCard
              {...area}
              title={name}
              link={{ text: words.seeProjects, href: link }}
              {...(badge?.displayed ? { badge: { text: badge.text } } : {})}
            />
          )}
        </CardGrid>
      </Section>
      <Section title={featuredProjects.heading} intro={featuredProjects.introduction}>
        <CardGrid items={featuredProjects.projects} keyOf={(project) => project.id}>
          {({ link, ...project }) => (
            <ContentCard
              {...project}
              shape="wide"
              link={{ text: featuredProjects.cardLinkText, href: link }}
            />
          )}
        </CardGrid>
        <p className="apart">
          <ButtonLink href={featuredProjects.button.link} variant="plain">
            {featuredProjects.button.text}
          </ButtonLink>
        </p>
      </Section>
      <LiveBoxes />
      <Section
        title={partners.heading}
        intro={partners.introduction}
        tone="warm"
        more={{ text: partners.link.text, href: partners.link.link }}
      >
        <Partners />
      </Section>
      <CallToAction {...banner} />
    </>
  );
}

export const page = definePage({
  Page: HomePage,
  head: () => ({ title: identity.tagline, description, canonicalPath: paths.home() }),
});
