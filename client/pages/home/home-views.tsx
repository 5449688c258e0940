import type { ReactNode } from "react";
import * as words from "../../../content/words/en/home.json";
import type { EventsFeed, NewsFeed, Outcome } from "../../../shared/contract/site-data.ts";
import { paths } from "../../../shared/paths.ts";
import card from "../../components/cards/card.module.css";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { ContentCard } from "../../components/cards/content-card.tsx";
import { EventCard, NewsCard } from "../../components/cards/item-cards.tsx";
import { FailedBox, SavedCopy, StateBox } from "../../components/feedback/state-box.tsx";
import { ButtonLink } from "../../components/links/button.tsx";
import { Link, OutsideLink } from "../../components/links/link.tsx";
import { ContentPicture } from "../../components/media/picture.tsx";
import { CallToAction } from "../../components/sections/call-to-action.tsx";
import { KeyFigures } from "../../components/sections/key-figures.tsx";
import { Section } from "../../components/sections/section.tsx";
import type { ContentOf } from "../../page-content.ts";
import styles from "./home.module.css";

type Content = ContentOf<"home">;

const SHOWN = 3;

interface NextProps<T> {
  outcome: Outcome<unknown>;
  items: readonly T[];
  empty: string;
  children: (item: T) => ReactNode;
}

function Next<T extends { id: string }>({ outcome, items, empty, children }: NextProps<T>) {
  if (outcome.kind !== "ok")
    return <FailedBox title={words.failed} href={paths.home()} outcome={outcome} />;
  if (items.length === 0) return <StateBox kind="empty" title={empty} />;
  return (
    <>
      <SavedCopy meta={outcome.meta} />
      <CardGrid items={items.slice(0, SHOWN)}>{children}</CardGrid>
    </>
  );
}

export function LatestNews({ outcome }: { outcome: Outcome<NewsFeed> }) {
  const { featured = null, items = [] } = outcome.kind === "ok" ? outcome.data : {};
  const latest = featured ? [featured, ...items] : items;
  return (
    <Next outcome={outcome} items={latest} empty={words.noNews}>
      {(item) => <NewsCard item={item} />}
    </Next>
  );
}

export function NextEvents({ outcome }: { outcome: Outcome<EventsFeed> }) {
  const { happeningNow = [], upcoming = [] } = outcome.kind === "ok" ? outcome.data : {};
  return (
    <Next outcome={outcome} items={[...happeningNow, ...upcoming]} empty={words.noEvents}>
      {(event) => <EventCard event={event} isNow={happeningNow.includes(event)} />}
    </Next>
  );
}

type ContentProps = { content: Content };

export const Above = ({ content: { impact, focusAreas, featuredProjects } }: ContentProps) => (
  <>
    <Section tone="deep">
      <div className={`${styles.stats} beside`}>
        <div>
          <h2>{impact.heading}</h2>
          <Link className="touch" to="/our-impact">
            {words.moreImpact}
          </Link>
        </div>
        <KeyFigures figures={impact.stats} tone="deep" />
      </div>
    </Section>
    <Section title={focusAreas.heading} intro={focusAreas.introduction}>
      <CardGrid items={focusAreas.areas} className="grid four">
        {(area) => <ContentCard {...area} title={area.name} linkText={words.seeProjects} />}
      </CardGrid>
    </Section>
    <Section title={featuredProjects.heading} intro={featuredProjects.introduction}>
      <CardGrid items={featuredProjects.projects}>
        {(project) => (
          <ContentCard {...project} shape="wide" linkText={featuredProjects.cardLinkText} />
        )}
      </CardGrid>
      <p className="apart">
        <ButtonLink href={featuredProjects.button.link} variant="plain">
          {featuredProjects.button.text}
        </ButtonLink>
      </p>
    </Section>
  </>
);

/** Our Partners (spec section 2). Each card links to another site, in a new tab. */
const Partners = ({ partners }: Pick<Content, "partners">) => (
  <CardGrid items={partners}>
    {({ name, logo, url, description }) => (
      <article className={`panel ${card.card} ${styles.partner}`}>
        <div className={styles.logo}>
          <ContentPicture image={logo} alt="" shape="mark" />
        </div>
        <div className={card.body}>
          <h3>
            <OutsideLink className={card.link} href={url}>
              <span>{name}</span>
            </OutsideLink>
          </h3>
          <p className="muted small">{description}</p>
        </div>
      </article>
    )}
  </CardGrid>
);

export const Below = ({ content: { partnersSection, partners, banner } }: ContentProps) => (
  <>
    <Section
      title={partnersSection.heading}
      intro={partnersSection.introduction}
      tone="warm"
      more={{ text: partnersSection.link.text, href: partnersSection.link.link }}
    >
      <Partners partners={partners} />
    </Section>
    <CallToAction {...banner} />
  </>
);
