import * as words from "../../../content/words/en/desk.json";
import type { DeskView } from "../../../shared/contract/desk.ts";
import type { Outcome } from "../../../shared/contract/site-data.ts";
import { SOURCE_FAULTS } from "../../../shared/contract/source-faults.ts";
import type {
  SourceReport,
  SourcesReport,
} from "../../../shared/contract/sources-report.schema.ts";
import { ItemFailed } from "../../components/feedback/item-unavailable.tsx";
import { InEnglish } from "../../components/feedback/page-notes.tsx";
import { Banner } from "../../components/sections/banner.tsx";
import { Streamed } from "../../components/streaming/streamed.tsx";
import { formatMoment } from "../../format/dates.ts";
import { definePage, type PageProps } from "../../page.ts";
import { sourcesQuery } from "../site.queries.ts";
import styles from "./desk.module.css";
import { DeskContext, DeskFrame } from "./desk-page.tsx";

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
  <Banner kind={state === "closed" ? "good" : "bad"}>
    <strong>{children}</strong>
  </Banner>
);

/** Shows the health of the list of news or of events. */
function Source({ source }: { source: SourceReport }) {
  const { name, fault, lastGoodAt, list } = source;
  const since = fault === null || fault.since === null ? "" : ` Since ${when(fault.since)}.`;
  return (
    <section className="apart stack tight">
      <h2 className="large">{TITLES[name]}</h2>
      {fault !== null && (
        <State state="open">
          {`The last response: ${SOURCE_FAULTS[fault.name]} (${fault.detail}).${since}`}
        </State>
      )}
      <p>{`Last usable list: ${when(lastGoodAt)}.`}</p>
      {list !== null && <LastList list={list} />}
    </section>
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
    <section className="stack tight">
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
      <section className="stack tight">
        <State state={breaker}>{BREAKER[breaker]}</State>
        <p>{`As of ${when(outcome.meta.now)}, as this instance sees it.`}</p>
      </section>
      {sources.map((source) => (
        <Source key={source.name} source={source} />
      ))}
    </>
  );
}

/**
 * Shows what the content source sends, and which parts of the content are used. A page of its own, because no browser's files have
 * the query.
 */
export const page = definePage<unknown, DeskView>({
  Page: function StaffSourcesPage({ data }: PageProps<unknown, DeskView>) {
    return (
      <DeskContext value={data}>
        <DeskFrame title={words.parts.sources} section="sources">
          <InEnglish>
            <p className="muted">
              Whether the lists of news and events are usable, and what is left out of them and why.
            </p>
            <Streamed
              query={sourcesQuery}
              view={Report}
              fallback={<div className={styles.waiting} />}
            />
          </InEnglish>
        </DeskFrame>
      </DeskContext>
    );
  },
  hydrate: "use",
  head: () => ({ title: words.parts.sources, description: words.description, noindex: true }),
});
