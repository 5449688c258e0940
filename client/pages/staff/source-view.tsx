import { SOURCE_FAULTS } from "../../../shared/contract/source-faults.ts";
import type {
  ResponsesReport,
  SourceChange,
  SourceReport,
} from "../../../shared/contract/sources-report.schema.ts";
import { Section } from "../../components/sections/section.tsx";
import { Moment } from "./moment.tsx";
import styles from "./sources.module.css";

const TITLES = { news: "News", events: "Events" } as const satisfies Record<
  SourceReport["name"],
  string
>;

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** The statistics of the news source or the events source. */
export function SourceView({ source, tone }: { source: SourceReport; tone: "plain" | "warm" }) {
  const { name, health, list, item, faults, copies, changes } = source;
  return (
    <Section title={TITLES[name]} tone={tone}>
      {health.fault !== null && (
        <p className={`${styles.state} note`} data-state="open">
          <strong>
            {`The last response: ${SOURCE_FAULTS[health.fault.name]} (${health.fault.detail}).`}
          </strong>
          {health.fault.since !== null && (
            <span>
              {" "}
              Since <Moment at={health.fault.since} />.
            </span>
          )}
        </p>
      )}
      <dl className="facts grid four">
        <div>
          <dt className="small">Last good list</dt>
          <dd>
            <Moment at={list.lastGoodAt} />
          </dd>
        </div>
        <div>
          <dt className="small">Last good single item</dt>
          <dd>
            <Moment at={item.lastGoodAt} />
          </dd>
        </div>
        <div>
          <dt className="small">Errors</dt>
          <dd>
            <span>{faults.count === 0 ? "none" : plural(faults.count, "error", "errors")}</span>
            {faults.lastAt !== null && (
              <span>
                {" "}
                (the last<span>{faults.lastKind === null ? " " : `: ${faults.lastKind}, `}</span>
                <Moment at={faults.lastAt} />)
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt className="small">Cached data</dt>
          <dd>
            <span>
              {plural(copies.kept, "entry", "entries") +
                (copies.doubted > 0 ? `, ${copies.doubted} to be requested again` : "")}
            </span>
            {copies.newestAt !== null && (
              <span>
                {" "}
                (the newest <Moment at={copies.newestAt} />)
              </span>
            )}
          </dd>
        </div>
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

function Changes({ changes }: { changes: readonly SourceChange[] }) {
  if (changes.length === 0) return <p>No change of names or of rows left out has been seen.</p>;
  return (
    <section className="apart stack tight">
      <h3>Changes, newest first</h3>
      <ol className={`${styles.changes} stack tight`}>
        {changes.map(({ at, answers, appeared, disappeared, missing, unread, dropped }) => (
          <li key={`${at} ${answers} ${[...appeared, ...disappeared].join()}`}>
            <Moment at={at} />, <span>{answers === "list" ? "list: " : "single item: "}</span>
            <span>
              {[
                ...(appeared.length > 0 ? [`new: ${appeared.join(", ")}`] : []),
                ...(missing.length > 0 ? [`in no row: ${missing.join(", ")}`] : []),
                ...(disappeared.length > 0 ? [`gone: ${disappeared.join(", ")}`] : []),
                ...(unread > 0
                  ? [plural(unread, "name that is not read", "names that are not read")]
                  : []),
                ...(dropped > 0 ? [plural(dropped, "row left out", "rows left out")] : []),
              ].join("; ")}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Responses({ title, report }: { title: string; report: ResponsesReport }) {
  if (report.answers === 0) return null;
  const left = report.dropped.reduce((sum, { count }) => sum + count, 0);
  const reasons = report.dropped.map(({ reason, count }) => `${reason} (${count})`).join(", ");
  const tags = report.tags.map(({ tag, count }) => `${tag} (${count})`).join(", ");
  const usable = report.rows - left;
  const { readable, unreadable, absent } = report.dates;
  return (
    <section className="apart stack tight">
      <h3>{title}</h3>
      {left > 0 && (
        <p className={styles.dropped}>{`${plural(left, "row", "rows")} left out: ${reasons}.`}</p>
      )}
      {report.repaired > 0 && (
        <p className={styles.dropped}>
          {`Letters encoded twice, repaired in ${plural(report.repaired, "row", "rows")}.`}
        </p>
      )}
      {report.missing.length > 0 && (
        <p className={styles.dropped}>{`In no row: ${report.missing.join(", ")}.`}</p>
      )}
      {report.tags.length > 0 && (
        <p className={styles.dropped}>{`Tags left out of texts: ${tags}.`}</p>
      )}
      <p>{`Dates: ${readable} can be read, ${unreadable} cannot, ${absent} absent.`}</p>
      {report.unread > 0 && (
        <p>{`${plural(report.unread, "name is", "names are")} not read; a new one is in the log.`}</p>
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
              <td>{`${filled} of ${usable}`}</td>
              <td>{aliases.map(({ alias, count }) => `${alias} (${count})`).join(", ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
