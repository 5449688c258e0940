import { description, identity } from "virtual:content/site";
import * as words from "../../../content/words/en/home.json";
import { paths } from "../../../shared/paths.ts";
import { CardSkeletons } from "../../components/cards/skeleton.tsx";
import { Section } from "../../components/sections/section.tsx";
import { lazyView, Streamed, staticPart } from "../../components/streaming/streamed.tsx";
import { definePage } from "../../page.ts";
import { eventsFeedQuery, newsFeedQuery } from "../site.queries.ts";
import { Hero } from "./hero.tsx";

const SHOWN = 3;

const loadViews = () => import("./home-views.tsx");
const Above = staticPart("q:home", loadViews, (views) => views.Above);
const Below = staticPart("q:home-end", loadViews, (views) => views.Below);
const LatestNews = lazyView(loadViews, (views) => views.LatestNews);
const NextEvents = lazyView(loadViews, (views) => views.NextEvents);

/** Home, in the order of spec section 2. The two live boxes are between projects and partners. */
const HomePage = () => (
  <>
    <Hero />
    <Above />
    {/* The page waits for the data of these two sections no longer than the head start. */}
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
    <Below />
  </>
);

export const page = definePage({
  Page: HomePage,
  loadViews,
  head: { title: identity.tagline, description },
});
