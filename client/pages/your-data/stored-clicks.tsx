import { useEffect, useRef, useState } from "react";
import * as words from "../../../content/words/en/your-data.json";
import { fill } from "../../../shared/fill.ts";
import { paths } from "../../../shared/paths.ts";
import { Button, Confirm, openDialog } from "../../components/feedback/buttons.tsx";
import { Notifications, notify } from "../../components/feedback/notifications.tsx";
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
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => setRecord(readClicks()), []);
  if (record === null) return <div className={`${styles.record} apart stack loose scripted`} />;
  const total = totalClicks(record);
  const recorded = total === 1 ? words.recorded.one : words.recorded.other;
  const [before, after] = recorded.split("{count}");
  const when = formatMoment({ at: record.lastUpdated, precision: "time" });
  const lastOn = record.lastUpdated === null ? "" : fill(words.lastOn, { when });
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
        <Button
          variant="main"
          onClick={() => download(exportName(new Date()), JSON.stringify(record, null, 2))}
        >
          {words.save}
        </Button>
        {total > 0 && (
          <>
            <Button onClick={() => openDialog(dialog.current)}>{words.clear}</Button>
            <Confirm
              ref={dialog}
              words={{
                title: words.clearTitle,
                text: words.noUndo,
                yes: words.clearIt,
                no: words.keepIt,
              }}
              onConfirm={clear}
            />
          </>
        )}
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
