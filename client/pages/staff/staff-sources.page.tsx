import type { Outcome } from "../../../shared/contract/outcome.ts";
import type { SourcesReport } from "../../../shared/contract/sources-report.schema.ts";
import { ItemFailed } from "../../components/feedback/item-unavailable.tsx";
import { InEnglish } from "../../components/feedback/page-notes.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { Streamed } from "../../components/streaming/streamed.tsx";
import { definePage } from "../../page.ts";
import { Moment } from "./moment.tsx";
import { SourceView } from "./source-view.tsx";
import styles from "./sources.module.css";
import { sourcesQuery } from "./sources.queries.ts";

const BREAKER = {
  closed: "Requests are sent to the source as usual.",
  open: "No requests are sent after five errors in a row; single calls test whether the source is back.",
  probing: "The source is being tried again after an outage.",
  paused: "The source requested a wait, so no requests are sent at the moment.",
} as const satisfies Record<SourcesReport["breaker"]["state"], string>;

function Report({ outcome }: { outcome: Outcome<SourcesReport> }) {
  if (outcome.kind !== "ok") return <ItemFailed title="There is no report" />;
  const { breaker, sources, startedAt } = outcome.data;
  return (
    <>
      <Section>
        <p className={`${styles.state} note`} data-state={breaker.state}>
          <strong>{BREAKER[breaker.state]}</strong>
          {breaker.since !== null && (
            <span>
              {" "}
              Since <Moment at={breaker.since} />.
            </span>
          )}
        </p>
        <p>
          As of <Moment at={outcome.meta.now} />. This instance counts since{" "}
          <Moment at={startedAt} />; others have counts of their own. The same as data:{" "}
          <a href="/bff/sources">/bff/sources</a>.
        </p>
      </Section>
      {sources.map((source, index) => (
        <SourceView key={source.name} source={source} tone={index % 2 === 0 ? "warm" : "plain"} />
      ))}
    </>
  );
}

/** What the content source sends and what is used of it. No page links here. */
function StaffSourcesPage() {
  return (
    <InEnglish>
      <PageHeader
        title="Content source"
        standfirst="For staff: the field names of news and events, what is left out and why, and what is cached."
      />
      <Streamed query={sourcesQuery} view={Report} fallback={<div className={styles.waiting} />} />
    </InEnglish>
  );
}

export const page = definePage({
  Page: StaffSourcesPage,
  head: () => ({
    title: "Content source",
    description: "For staff.",
    canonicalPath: "/staff/sources",
    noindex: true,
  }),
});
