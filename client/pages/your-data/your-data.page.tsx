import { useEffect, useState } from "react";
import { yourData as kept } from "../../../content/words/en/offline.json";
import * as words from "../../../content/words/en/your-data.json";
import { fill } from "../../../shared/fill.ts";
import { formActions, spamCheckFields } from "../../../shared/forms/form-names.ts";
import { paths } from "../../../shared/paths.ts";
import { element } from "../../components/feedback/bottom-bar.ts";
import { ConfirmedButton } from "../../components/feedback/confirmed-button.tsx";
import { Notifications, notify } from "../../components/feedback/notifications.tsx";
import { WithoutScripts } from "../../components/feedback/page-notes.tsx";
import { Button } from "../../components/links/button.tsx";
import { Link } from "../../components/links/link.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { clearPages, keptPages } from "../../data/kept-pages.ts";
import { type KeptForm, removeKept, watchKept } from "../../data/outbox.ts";
import { formatMoment } from "../../format/dates.ts";
import { siteHref } from "../../format/hrefs.ts";
import { counted } from "../../format/text.ts";
import { definePage } from "../../page.ts";
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

/** Focuses the title of the section before the pressed button disappears, so that keyboard users continue from there. */
function focusTitle(): void {
  const title = document.activeElement?.closest("section")?.querySelector("h2");
  title?.setAttribute("tabindex", "-1");
  title?.focus();
}

function Message({ form }: { form: KeptForm }) {
  const moment = formatMoment({ at: form.at, precision: "time" });
  const { [spamCheckFields.token]: _, ...typed } = form.fields;
  const remove = () => {
    focusTitle();
    void removeKept(form.key);
  };
  return (
    <li className="panel stack tight">
      <p>
        <strong>{kept[form.state].replace("{date}", moment)}</strong>
        <span>{` ${form.message ?? ""}`}</span>
      </p>
      <p className="preserve-lines">{Object.values(typed).flat().filter(Boolean).join("\n")}</p>
      <p className="cluster">
        {form.state === "refused" && (
          <Link className="touch" to={formActions[form.form]}>
            {kept.open}
          </Link>
        )}
        <Button onClick={remove}>{kept.remove}</Button>
      </p>
    </li>
  );
}

/** Renders the content kept for times without a network: pages, and forms that wait. */
function KeptHere() {
  const [pages, setPages] = useState(0);
  const [forms, setForms] = useState<readonly KeptForm[]>([]);
  useEffect(() => watchKept(setForms), []);
  useEffect(() => void keptPages().then((all) => setPages(all.length)), []);
  const clear = async () => {
    focusTitle();
    await clearPages();
    setPages(0);
    notify("success", kept.cleared);
  };
  return (
    <div className="apart stack scripted">
      <p>{counted(kept.pages, pages)}</p>
      {pages > 0 && (
        <p className="cluster">
          <a className="touch" href={siteHref("/offline")}>
            {kept.list}
          </a>
          <Button onClick={() => void clear()}>{kept.clear}</Button>
        </p>
      )}
      {forms.length > 0 && (
        <>
          <h3>{kept.forms}</h3>
          <ul role="list" className="stack loose">
            {forms.map((form) => (
              <Message key={form.key} form={form} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function download(name: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  element("a", { href, download: name }).click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** Renders the recorded clicks. Before hydration only space is reserved, since only scripts can read them. */
function StoredClicks() {
  const [record, setRecord] = useState<ClickRecord | null>(null);
  useEffect(() => setRecord(readClicks()), []);
  if (record === null) return <div className={`${styles.record} apart stack loose scripted`} />;
  const total = totalClicks(record);
  const recorded = total === 1 ? words.recorded.one : words.recorded.other;
  const [before, after] = recorded.split("{count}");
  const when = formatMoment({ at: record.lastUpdated, precision: "time" });
  const lastOn = record.lastUpdated === null ? "" : fill(words.lastOn, { when });
  const clear = () => {
    focusTitle();
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
      <MostClicked record={record} kind="news" />
      <MostClicked record={record} kind="events" />
      <div className="cluster">
        <Button
          variant="main"
          onClick={() => download(exportName(new Date()), JSON.stringify(record, null, 2))}
        >
          {words.save}
        </Button>
        {total > 0 && <ConfirmedButton words={words.clear} onConfirm={clear} />}
      </div>
      <Notifications />
    </div>
  );
}

function MostClicked({ record, kind }: { record: ClickRecord; kind: ClickKind }) {
  const items = mostClicked(record, kind);
  const isNews = kind === "news";
  if (items.length === 0) return null;
  return (
    <section className="stack tight">
      <h3>{isNews ? words.news : words.events}</h3>
      <ol className="bullets stack tight">
        {items.map(({ id, slug, title: text, clicks }) => (
          <li key={id}>
            <Link className="touch" to={isNews ? paths.newsItem(slug) : paths.event(slug)}>
              {text}
            </Link>
            <span>{`: ${counted(words.clicks, clicks)}`}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const YourDataPage = () => (
  <>
    <PageHeader title={words.title} subtitle={words.description} />
    <Section title={words.stored}>
      <div className="stack measure">
        <p>
          {words.note.before}
          <code>click_tracking</code>
          {words.note.after}
        </p>
        <p>
          {words.cookie.before}
          <code>data-saver</code>
          {words.cookie.after}
        </p>
        <p>{words.blogMark}</p>
        <WithoutScripts>
          <p>{words.noScripts}</p>
        </WithoutScripts>
      </div>
      <StoredClicks />
    </Section>
    <Section title={kept.title}>
      <p className="measure">{kept.introduction}</p>
      <KeptHere />
    </Section>
  </>
);

export const page = definePage({
  Page: YourDataPage,
  hydrate: "load",
  head: () => ({ title: words.title, description: words.description }),
});
