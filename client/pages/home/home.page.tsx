import { banner, featuredProjects, focusAreas, impact, partners } from "../../../content/home.json";
import { partners as partnerList } from "../../../content/partners.json";
import { description, identity } from "../../../content/site.json";
import * as words from "../../../content/words/en/home.json";
import { paths } from "../../../shared/paths.ts";
import card from "../../components/cards/card.module.css";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { ContentCard } from "../../components/cards/content-card.tsx";
import { CardSkeletons } from "../../components/cards/skeleton.tsx";
import { ButtonLink, Link } from "../../components/links/link.tsx";
import { ContentPicture } from "../../components/media/picture.tsx";
import { CallToAction } from "../../components/sections/call-to-action.tsx";
import { Facts } from "../../components/sections/facts.tsx";
import { Section } from "../../components/sections/section.tsx";
import { lazyView, Streamed } from "../../components/streaming/streamed.tsx";
import { definePage } from "../../page.ts";
import { eventsFeedQuery, newsFeedQuery } from "../site.queries.ts";
import { Hero } from "./hero.tsx";
import styles from "./home.module.css";

const SHOWN = 3;

const loadViews = () => import("./live-boxes.tsx");
const LatestNews = lazyView(loadViews, (views) => views.LatestNews);
const NextEvents = lazyView(loadViews, (views) => views.NextEvents);

/** The two boxes of the home page with data. The page never waits for them beyond the head start. */
function LiveBoxes() {
  return (
    <>
      <Section
        title={words.latestNews}
        tone="warm"
        more={{ text: words.allNews, href: paths.newsFeed({ type: "news" }) }}
      >
        <Streamed
          query={newsFeedQuery(1, "part")}
          view={LatestNews}
          fallback={<CardSkeletons count={SHOWN} label={words.loading} />}
        />
      </Section>
      <Section
        title={words.events}
        more={{ text: words.allEvents, href: paths.newsFeed({ type: "events" }) }}
      >
        <Streamed
          query={eventsFeedQuery(null, "part")}
          view={NextEvents}
          fallback={<CardSkeletons count={SHOWN} kind="event" label={words.loading} />}
        />
      </Section>
    </>
  );
}

/** Spec section 2, Our Partners: each card links to another site, in a new tab. */
function Partners() {
  return (
    <CardGrid items={partnerList} keyOf={(partner) => partner.id}>
      {({ name, logo, url, description }) => (
        <article className={`panel ${card.card} ${styles.partner}`}>
          <div className={styles.logo}>
            <ContentPicture image={logo} alt="" shape="mark" />
          </div>
          <div className={card.body}>
            <h3>
              <a className={card.link} href={url} target="_blank" rel="noopener noreferrer">
                {name}
                <span className="visually-hidden">{words.newTab}</span>
              </a>
            </h3>
            <p className="muted small">{description}</p>
          </div>
        </article>
      )}
    </CardGrid>
  );
}

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
  loadViews,
  head: () => ({ title: identity.tagline, description, canonicalPath: paths.home() }),
});
