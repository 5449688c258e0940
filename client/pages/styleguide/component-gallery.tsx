import { Article } from "../../components/article/article.tsx";
import { RichText } from "../../components/article/rich-text.tsx";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { ContentCard } from "../../components/cards/content-card.tsx";
import { EventCard } from "../../components/cards/event-card.tsx";
import { NewsCard } from "../../components/cards/news-card.tsx";
import { CardSkeletons, Lines } from "../../components/cards/skeleton.tsx";
import { StatusBadge } from "../../components/cards/status-badge.tsx";
import { LocalTime } from "../../components/dates/local-time.tsx";
import { SavedCopy } from "../../components/feedback/saved-copy.tsx";
import { FailedBox, StateBox } from "../../components/feedback/state-box.tsx";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { ButtonLink } from "../../components/links/button-link.tsx";
import { ItemLinks } from "../../components/links/item-links.tsx";
import { Pagination } from "../../components/links/pagination.tsx";
import { PhoneItems } from "../../components/links/phone-items.tsx";
import { RelatedReading } from "../../components/links/related-reading.tsx";
import { ShareLinks } from "../../components/links/share-links.tsx";
import { TabLinks } from "../../components/links/tab-links.tsx";
import { ClickMap } from "../../components/media/click-map.tsx";
import { CallToAction } from "../../components/sections/call-to-action.tsx";
import { CallToActionBand } from "../../components/sections/call-to-action-band.tsx";
import { CallToActionBox } from "../../components/sections/call-to-action-box.tsx";
import { Facts } from "../../components/sections/facts.tsx";
import { PatternBox } from "../../components/sections/pattern-box.tsx";
import { Section } from "../../components/sections/section.tsx";
import { sampleEvents, sampleHtml, sampleNews } from "./samples.ts";
import styles from "./styleguide.module.css";

const HERE = "/styleguide";
const FIGURES = [
  { value: "4", label: "Projects Completed" },
  { value: "25,000+", label: "People Impacted" },
  { value: "10", label: "Regions Served" },
];
const BADGES = [
  { text: "New", tone: "gold" },
  { text: "Current", tone: "current" },
  { text: "Past", tone: "past" },
] as const;
const meta = { now: "2026-06-15T09:00:00Z", fetchedAt: "2026-06-15T08:00:00Z", stale: true };

function ArticleSample() {
  const [event] = sampleEvents;
  return (
    <Article
      crumbs={[{ text: "News & Events", href: HERE }]}
      title="An article"
      eyebrow="Water"
      standfirst="What it is about, in a sentence or two."
      id="plain"
      picture={null}
      words={["Water"]}
      facts={[
        { name: "Published", value: "12 March 2026" },
        { name: "Author", value: "The programme team" },
      ]}
      note={event && <LocalTime event={event} />}
      tags={[{ text: "water", href: HERE }]}
      foot={<ShareLinks title="An article" path={HERE} />}
      aside={
        <>
          <ItemLinks title="Related news" items={sampleNews} hrefOf={() => HERE} />
          <RelatedReading path="/our-work" />
        </>
      }
    >
      <RichText html={sampleHtml} />
    </Article>
  );
}

function LinkSamples() {
  return (
    <Section title="Parts" intro="Each part in each of its states.">
      <h3>Links and ways</h3>
      <div className={styles.row}>
        <ButtonLink href={HERE}>Main</ButtonLink>
        <ButtonLink href={HERE} variant="gold">
          Gold
        </ButtonLink>
        <ButtonLink href={HERE} variant="plain">
          Plain
        </ButtonLink>
        <ButtonLink href="https://www.example.org/" variant="plain">
          Elsewhere
        </ButtonLink>
      </div>
      <div className={styles.row}>
        <StatusBadge status="current" />
        <StatusBadge status="past" />
      </div>
      <Breadcrumbs
        crumbs={[
          { text: "News & Events", href: "/news-events" },
          { text: "Style guide", href: HERE },
        ]}
      />
      <TabLinks
        label="Tabs"
        tabs={["All", "News", "Events"].map((text, index) => ({
          text,
          href: `${HERE}#${text}`,
          isCurrent: index === 1,
        }))}
      />
      {[1, 3, 9].map((page) => (
        <Pagination
          key={page}
          label={`Pages, ${page} of 9`}
          page={page}
          pages={9}
          hrefOf={() => HERE}
        />
      ))}
    </Section>
  );
}

function CardSamples() {
  return (
    <Section title="Cards" tone="warm" more={{ text: "More of them", href: HERE }}>
      <CardGrid items={sampleNews} keyOf={({ id }) => id}>
        {(item) => <NewsCard item={item} />}
      </CardGrid>
      <CardGrid items={sampleEvents} keyOf={({ id }) => id}>
        {(event) => <EventCard event={event} />}
      </CardGrid>
    </Section>
  );
}

function BoxSamples() {
  return (
    <Section title="Figures, boxes and calls">
      <Facts facts={FIGURES} />
      <CardGrid items={BADGES} keyOf={({ text }) => text}>
        {(badge) => (
          <ContentCard
            title="A card of content"
            image="images/focus/clean-water.svg"
            imageAlt=""
            description="One or two sentences that say what is behind it."
            link={{ text: "Learn more", href: HERE }}
            badge={badge}
          />
        )}
      </CardGrid>
      <CallToActionBox
        title="An invitation"
        text="Beside a band of cloth."
        link={{ text: "Accept it", link: HERE }}
        pattern="wash"
      />
      <PatternBox pattern="youth">
        <p>Words beside a cloth.</p>
      </PatternBox>
      <ClickMap
        src="https://www.openstreetmap.org/"
        title="A map"
        sketch="images/map/bunju.svg"
        alt="A sketch of Bunju"
      />
      <ul>
        <PhoneItems />
      </ul>
    </Section>
  );
}

export function ComponentGallery() {
  return (
    <>
      <LinkSamples />
      <Section title="A deep section" tone="deep" intro="Words and links on the deep ground.">
        <ButtonLink href={HERE} variant="onDeep">
          On deep
        </ButtonLink>
      </Section>
      <CardSamples />
      <BoxSamples />
      <ArticleSample />
      <CallToActionBand
        title="The end of a page"
        text="What a visitor can do next."
        actions={[
          { text: "One", link: HERE },
          { text: "Another", link: "/" },
        ]}
      />
      <CallToAction
        title="Ready to make a difference?"
        text="One thing to do, and one beside it."
        primaryButton={{ text: "Donate Now", link: HERE }}
        secondaryButton={{ text: "Get Involved", link: HERE }}
      />
      <Section title="Waiting, empty and failed">
        <CardSkeletons count={3} />
        <Lines count={3} />
        <StateBox kind="empty" title="No news available">
          <p>Please check back later.</p>
        </StateBox>
        <FailedBox title="Failed to load content. Please try again later." href={HERE} />
        <SavedCopy meta={meta} />
      </Section>
    </>
  );
}
