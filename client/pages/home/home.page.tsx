import * as words from "../../../content/words/en/home.json";
import { paths } from "../../../shared/paths.ts";
import { CardSkeletons } from "../../components/cards/skeleton.tsx";
import { Section } from "../../components/sections/section.tsx";
import { lazyView, Streamed, staticPart } from "../../components/streaming/streamed.tsx";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import { eventsFeedQuery, newsFeedQuery } from "../site.queries.ts";
import { Hero } from "./hero.tsx";

type Content = ContentOf<"home">;

const SHOWN = 3;

const loadViews = () => import("./home-views.tsx");
const Above = staticPart("q:home", loadViews, (views) => views.Above);
const Below = staticPart("q:home-end", loadViews, (views) => views.Below);
const LatestNews = lazyView(loadViews, (views) => views.LatestNews);
const NextEvents = lazyView(loadViews, (views) => views.NextEvents);

/** Home, in the order of spec section 2. The two live boxes are between projects and partners. */
const HomePage = ({ content }: PageProps<Content>) => (
  <>
    <Hero slides={content.slides} identity={content.identity} />
    <Above content={content} />
    {/* The page waits for the data of these two sections no longer than the head start. */}
    <Section
      title={words.latestNews}
      tone="warm"
      more={{ text: words.allNews, href: paths.newsFeed({ type: "news" }) }}
    >
      <Streamed
        query={newsFeedQuery(1, "section")}
        view={LatestNews}
        fallback={<CardSkeletons count={SHOWN} label={words.loading} />}
      />
    </Section>
    <Section
      title={words.events}
      more={{ text: words.allEvents, href: paths.newsFeed({ type: "events" }) }}
    >
      <Streamed
        query={eventsFeedQuery(null, "section")}
        view={NextEvents}
        fallback={<CardSkeletons count={SHOWN} kind="event" label={words.loading} />}
      />
    </Section>
    <Below content={content} />
  </>
);

export const page = definePage<Content>({
  Page: HomePage,
  hydrate: "load",
  // The description is for the head, when Home is shown again.
  inBrowser: ["slides", "identity", "description"],
  loadViews,
  head: ({ content }) => ({
    title: content.identity.tagline,
    description: content.description,
  }),
});
