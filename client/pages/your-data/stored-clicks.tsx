import { useEffect, useState } from "react";
import * as words from "../../../content/words/en/your-data.json";
import { fill } from "../../../shared/fill.ts";
import { paths } from "../../../shared/paths.ts";
import { Notifications, notify } from "../../components/feedback/notifications.tsx";
import button from "../../components/links/button.module.css";
import { Link } from "../../components/links/link.tsx";
import { formatMoment } from "../../format/dates.ts";
import { counted } from "../../format/text.ts";
import {
  type ClickKind,
  type ClickRecord,
  clearClicks,
  exportName,
  mostClicked,
  readClicks,
  totalClicks,
} from "../../tracking/clicks.ts";
import { ClearButton } from "./clear-button.tsx";
import styles from "./your-data.module.css";

const KINDS = [
  ["news", words.news, paths.newsItem],
  ["events", words.events, paths.event],
] as const satisfies readonly [ClickKind, string, (slug: string) => string][];

/** Downloads a text as a file. */
function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * The clicks stored in this browser. Before hydration it is reserved space, since only scripts can
 * read them.
 */
export function StoredClicks() {
  const [record, setRecord] = useState<ClickRecord | null>(null);
  useEffect(() => setRecord(readClicks()), []);
  if (record === null) return <div className={`${styles.record} apart stack loose scripted`} />;
  const total = totalClicks(record);
  const [before, after] = (total === 1 ? words.recorded.one : words.recorded.other).split(
    "{count}",
  );
  const { lastUpdated } = record;
  const lastOn =
    lastUpdated === null
      ? ""
      : fill(words.lastOn, { when: formatMoment({ at: lastUpdated, precision: "time" }) });
  const clear = () => {
    clearClicks();
    setRecord(readClicks());
    notify("success", words.cleared);
  };
  return (
    <div className={`${styles.record} apart stack loose scripted`}>
      <p className="large">
        <span>{before}</span>
        <strong>{total}</strong>
        <span>{`${after}${lastOn}.`}</span>
      </p>
      {KINDS.map(([kind, title, hrefOf]) => (
        <MostClicked key={kind} title={title} items={mostClicked(record, kind)} hrefOf={hrefOf} />
      ))}
      <div className="cluster">
        <button
          type="button"
          className={`${button.button} ${button.main}`}
          onClick={() => download(exportName(new Date()), JSON.stringify(record, null, 2))}
        >
          {words.save}
        </button>
        {total > 0 && <ClearButton onClear={clear} />}
      </div>
      <Notifications />
    </div>
  );
}

interface MostProps {
  title: string;
  items: ReturnType<typeof mostClicked>;
  hrefOf: (slug: string) => string;
}

function MostClicked({ title, items, hrefOf }: MostProps) {
  if (items.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ol className={styles.list}>
        {items.map(({ id, slug, title: text, clicks }) => (
          <li key={id}>
            <Link to={hrefOf(slug)}>{text}</Link>
            <span>{`: ${counted(words.clicks, clicks)}`}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
