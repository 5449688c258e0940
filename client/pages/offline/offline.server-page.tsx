import { page as words } from "../../../content/words/en/offline.json";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { siteHref } from "../../format/hrefs.ts";
import { definePage } from "../../page.ts";

/** The page for visitors without a network. The service worker fills in the list of kept pages and the requested URL. */
const OfflinePage = () => (
  <>
    <PageHeader title={words.title} subtitle={words.standfirst} />
    <Section>
      <p id="not-kept" hidden>
        {`${words.notKept} `}
        <a href={siteHref("/offline")}>{words.tryAgain}</a>
      </p>
      <ul id="kept-pages" role="list" />
      <p>{words.none}</p>
      <p>
        {`${words.waiting} `}
        <a href={siteHref("/your-data")}>{words.yourData}</a>.
      </p>
    </Section>
  </>
);

export const page = definePage({
  Page: OfflinePage,
  hydrate: "use",
  head: () => ({ title: words.title, description: words.standfirst, noindex: true }),
});
