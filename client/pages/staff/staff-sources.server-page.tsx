import type { Outcome } from "../../../shared/contract/site-data.ts";
import { SOURCE_FAULTS } from "../../../shared/contract/source-faults.ts";
import type {
  SourceReport,
  SourcesReport,
} from "../../../shared/contract/sources-report.schema.ts";
import { ItemFailed } from "../../components/feedback/item-unavailable.tsx";
import { InEnglish } from "../../components/feedback/page-notes.tsx";
import { Banner } from "../../components/sections/banner.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { Streamed } from "../../components/streaming/streamed.tsx";
import { formatMoment } from "../../format/dates.ts";
import { definePage } from "../../page.ts";
import { sourcesQuery } from "../site.queries.ts";
import { DeskBar } from "./desk-bar.tsx";
import styles from "./sources.module.css";

const BREAKER = {
  closed: "Requests are sent to the source as usual.",
  open: "No requests are sent after five errors in a row; single calls test whether the source is back.",
  probing: "The source is being tried again after an outage.",
  paused: "The source requested a wait, so no requests are sent at the moment.",
} as const satisfies Record<SourcesReport["breaker"], string>;

const TITLES = { news: "News", events: "Events" };

const rows = (count: number) => `${count} ${count === 1 ? "row" : "rows"}`;

const sumOf = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Returns names with their counts: "no usable slug (1), no title (2)". */
const counted = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} (${count})`)
    .join(", ");

const when = (at: string | null) =>
  at === null ? "none yet" : formatMoment({ at, precision: "time" });

/** Shows a state. `closed` means that all is well. */
const State = ({ state, children }: { state: string; children: string }) => (
  <Banner kind={state === "closed" ? "good" : "bad"} className={styles.state}>
    <strong>{children}</strong>
  </Banner>
);

/** Shows the health of the list of news or of events. */
function Source({ source, tone }: { source: SourceReport; tone: "plain" | "warm" }) {
  const { name, fault, lastGoodAt, list } = source;
  const since = fault === null || fault.since === null ? "" : ` Since ${when(fault.since)}.`;
  return (
    <Section title={TITLES[name]} tone={tone}>
      {fault !== null && (
        <State state="open">
          {`The last response: ${SOURCE_FAULTS[fault.name]} (${fault.detail}).${since}`}
        </State>
      )}
      <p>{`Last usable list: ${when(lastGoodAt)}.`}</p>
      {list !== null && <LastList list={list} />}
    </Section>
  );
}

function LastList({ list }: { list: NonNullable<SourceReport["list"]> }) {
  const { used, dropped, repaired, tags, dates, missing, vanished } = list;
  const left = sumOf(dropped);
  const warnings = [
    left > 0 && `${rows(left)} left out: ${counted(dropped)}.`,
    repaired > 0 && `Garbled letters repaired in ${rows(repaired)}.`,
    missing.length > 0 && `Missing in every row: ${missing.join(", ")}.`,
    vanished.length > 0 && `Gone since an earlier list: ${vanished.join(", ")}.`,
    sumOf(tags) > 0 && `Tags removed from texts: ${counted(tags)}.`,
  ].filter((text) => text !== false);
  const { readable, unreadable, absent } = dates;
  return (
    <section className="apart stack tight">
      <h3>{`The last list: ${rows(used)} used`}</h3>
      {warnings.map((text) => (
        <p key={text} className={styles.dropped}>
          {text}
        </p>
      ))}
      <p>{`Dates: ${readable} readable, ${unreadable} unreadable, ${absent} missing.`}</p>
    </section>
  );
}

function Report({ outcome }: { outcome: Outcome<SourcesReport> }) {
  if (outcome.kind !== "ok")
    return (
      <ItemFailed
        title="The report is not available"
        requestId={outcome.kind === "unavailable" ? outcome.requestId : undefined}
      />
    );
  const { breaker, sources } = outcome.data;
  return (
    <>
      <Section>
        <State state={breaker}>{BREAKER[breaker]}</State>
        <p>{`As of ${when(outcome.meta.now)}, as this instance sees it.`}</p>
      </Section>
      {sources.map((source, index) => (
        <Source key={source.name} source={source} tone={index % 2 === 0 ? "warm" : "plain"} />
      ))}
    </>
  );
}

/** Shows what the content source sends, and which parts of the content are used. */
function StaffSourcesPage() {
  return (
    <>
      <DeskBar staff={null} current="sources" />
      <InEnglish>
        <PageHeader
          title="Content source"
          subtitle="For staff: whether the lists of news and events are usable, and what is left out of them and why."
        />
        <Streamed
          query={sourcesQuery}
          view={Report}
          fallback={<div className={styles.waiting} />}
        />
      </InEnglish>
    </>
  );
}

export const page = definePage({
  Page: StaffSourcesPage,
  hydrate: "use",
  head: () => ({ title: "Content source", description: "For staff.", noindex: true }),
});
