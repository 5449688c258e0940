import type { Outcome } from "../../../shared/contract/site-data.ts";
import { SOURCE_FAULTS } from "../../../shared/contract/source-faults.ts";
import type {
  ResponsesReport,
  SourceChange,
  SourceReport,
  SourcesReport,
} from "../../../shared/contract/sources-report.schema.ts";
import { ItemFailed } from "../../components/feedback/item-unavailable.tsx";
import { InEnglish } from "../../components/feedback/page-notes.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { Streamed } from "../../components/streaming/streamed.tsx";
import { formatMoment } from "../../format/dates.ts";
import { definePage } from "../../page.ts";
import { sourcesQuery } from "../site.queries.ts";
import styles from "./sources.module.css";

const BREAKER = {
  closed: "Requests are sent to the source as usual.",
  open: "No requests are sent after five errors in a row; single calls test whether the source is back.",
  probing: "The source is being tried again after an outage.",
  paused: "The source requested a wait, so no requests are sent at the moment.",
} as const satisfies Record<SourcesReport["breaker"]["state"], string>;

const TITLES = { news: "News", events: "Events" } as const satisfies Record<
  SourceReport["name"],
  string
>;

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** "no usable slug (1), no title (2)". */
const counted = (counts: readonly (readonly [name: string, count: number])[]) =>
  counts.map(([name, count]) => `${name} (${count})`).join(", ");

const when = (at: string | null) =>
  at === null ? "not yet" : formatMoment({ at, precision: "time" });

interface StateProps {
  /** `closed` is well. */
  state: string;
  since: string | null;
  children: string;
}

const State = ({ state, since, children }: StateProps) => (
  <p className={`${styles.state} note`} data-state={state}>
    <strong>{children}</strong>
    <span>{since === null ? "" : ` Since ${when(since)}.`}</span>
  </p>
);

/** What is known of a source, in words. */
function factsOf({ list, item, faults, copies }: SourceReport) {
  const kind = faults.lastKind === null ? "" : `: ${faults.lastKind},`;
  const errors = `${plural(faults.count, "error", "errors")} (the last${kind} ${when(faults.lastAt)})`;
  const doubted = copies.doubted > 0 ? `, ${copies.doubted} to be requested again` : "";
  const newest = copies.newestAt === null ? "" : ` (the newest ${when(copies.newestAt)})`;
  return [
    ["Last good list", when(list.lastGoodAt)],
    ["Last good single item", when(item.lastGoodAt)],
    ["Errors", faults.count === 0 ? "none" : errors],
    ["Cached data", plural(copies.kept, "entry", "entries") + doubted + newest],
  ] as const;
}

/** The statistics of the news source or the events source. */
function Source({ source, tone }: { source: SourceReport; tone: "plain" | "warm" }) {
  const { name, health, list, item, changes } = source;
  const { fault } = health;
  return (
    <Section title={TITLES[name]} tone={tone}>
      {fault !== null && (
        <State state="open" since={fault.since}>
          {`The last response: ${SOURCE_FAULTS[fault.name]} (${fault.detail}).`}
        </State>
      )}
      <dl className="facts grid four">
        {factsOf(source).map(([title, value]) => (
          <div key={title}>
            <dt className="small">{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Changes changes={changes} />
      <Responses title={`The last list: ${plural(list.rows, "row", "rows")}`} report={list} />
      <Responses
        title={`Single items so far: ${plural(item.rows, "response", "responses")}`}
        report={item}
      />
    </Section>
  );
}

function changeWords({ answers, appeared, missing, disappeared, unread, dropped }: SourceChange) {
  const parts = [
    appeared.length > 0 && `new: ${appeared.join(", ")}`,
    missing.length > 0 && `in no row: ${missing.join(", ")}`,
    disappeared.length > 0 && `gone: ${disappeared.join(", ")}`,
    unread > 0 && plural(unread, "name that is not read", "names that are not read"),
    dropped > 0 && plural(dropped, "row left out", "rows left out"),
  ];
  return `${answers === "list" ? "list" : "single item"}: ${parts.filter(Boolean).join("; ")}`;
}

function Changes({ changes }: { changes: readonly SourceChange[] }) {
  if (changes.length === 0) return <p>No change of names or of rows left out has been seen.</p>;
  return (
    <section className="apart stack tight">
      <h3>Changes, newest first</h3>
      <ol className={`${styles.changes} stack tight`}>
        {changes.map((change) => (
          <li key={change.at + changeWords(change)}>
            {`${when(change.at)}, ${changeWords(change)}`}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Responses({ title, report }: { title: string; report: ResponsesReport }) {
  const { dropped, repaired, missing, tags, dates, unread } = report;
  if (report.answers === 0) return null;
  const left = dropped.reduce((sum, { count }) => sum + count, 0);
  const reasons = counted(dropped.map(({ reason, count }) => [reason, count]));
  const tagWords = counted(tags.map(({ tag, count }) => [tag, count]));
  const warnings = [
    left > 0 && `${plural(left, "row", "rows")} left out: ${reasons}.`,
    repaired > 0 && `Letters encoded twice, repaired in ${plural(repaired, "row", "rows")}.`,
    missing.length > 0 && `In no row: ${missing.join(", ")}.`,
    tags.length > 0 && `Tags left out of texts: ${tagWords}.`,
  ];
  const { readable, unreadable, absent } = dates;
  return (
    <section className="apart stack tight">
      <h3>{title}</h3>
      {warnings.map(
        (text) =>
          text !== false && (
            <p key={text} className={styles.dropped}>
              {text}
            </p>
          ),
      )}
      <p>{`Dates: ${readable} can be read, ${unreadable} cannot, ${absent} absent.`}</p>
      {unread > 0 && (
        <p>{`${plural(unread, "name is", "names are")} not read; a new one is in the log.`}</p>
      )}
      <table className={styles.fields}>
        <thead className="muted small">
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Filled</th>
            <th scope="col">Came in as</th>
          </tr>
        </thead>
        <tbody>
          {report.fields.map(({ field, filled, aliases }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td>{`${filled} of ${report.rows - left}`}</td>
              <td>{counted(aliases.map(({ alias, count }) => [alias, count]))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Report({ outcome }: { outcome: Outcome<SourcesReport> }) {
  if (outcome.kind !== "ok") return <ItemFailed title="There is no report" />;
  const { breaker, sources, startedAt } = outcome.data;
  return (
    <>
      <Section>
        <State state={breaker.state} since={breaker.since}>
          {BREAKER[breaker.state]}
        </State>
        <p>
          <span>{`As of ${when(outcome.meta.now)}. This instance counts since ${when(startedAt)}; others have counts of their own. The same as data: `}</span>
          <a href="/bff/sources">/bff/sources</a>.
        </p>
      </Section>
      {sources.map((source, index) => (
        <Source key={source.name} source={source} tone={index % 2 === 0 ? "warm" : "plain"} />
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
