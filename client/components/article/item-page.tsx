import { createContext, type ReactNode } from "react";
import { other } from "../../../content/words/en/language.json";
import type { Documents } from "../../../shared/content/documents.ts";
import type { Outcome } from "../../../shared/contract/site-data.ts";
import type { Translation } from "../../../shared/model/item-fields.schema.ts";
import type { PageQuery } from "../../data/queries.ts";
import { definePage, type OpenPage, type PageHead, type PageLink } from "../../page.ts";
import { Notifications } from "../feedback/notifications.tsx";
import { useRecovery } from "../feedback/recovery.ts";
import { Breadcrumbs } from "../links/breadcrumbs.tsx";
import { Streamed } from "../streaming/streamed.tsx";
import styles from "./article.module.css";
import "../sections/facts.css";
import "./item.css";

type Ending = Documents["endings"]["article" | "event"];

/** The last band of the page of an item, which the view of a loaded item renders (article.tsx). */
export const EndingContext = /* @__PURE__ */ createContext<Ending | null>(null);

const Block = ({ lines }: { lines: 2 | 3 | 14 }) => (
  <div className="waiting-block" data-lines={lines} aria-hidden="true" />
);

const ArticleWaiting = ({ crumbs, label }: { crumbs: readonly PageLink[]; label: string }) => (
  <div ref={useRecovery()} className="tall page item">
    <div className="stack">
      <Breadcrumbs crumbs={crumbs} />
      <p className={styles.eyebrow} role="status">
        {label}
      </p>
      <div className="waiting-title">
        <Block lines={2} />
      </div>
      <div className="intro xl">
        <Block lines={3} />
      </div>
      <div className={`${styles.facts} facts cluster small`}>
        <div>
          <Block lines={2} />
        </div>
      </div>
    </div>
    <div className={`${styles.picture} frame apart`}>
      <div className="waiting-picture" />
    </div>
    <div className={`${styles.columns} beside apart`}>
      <Block lines={14} />
    </div>
  </div>
);

interface ItemPage<Item> {
  query: (slug: string) => PageQuery<Item>;
  crumbs: readonly PageLink[];
  words: { title: string; notFound: string; loading: string };
  View: (props: { outcome: Outcome<Item> }) => ReactNode;
  loadViews: () => Promise<unknown>;
  onShown: () => void;
  head: (item: Item) => PageHead;
}

/** Returns the path of an item in the other language of the site; undefined where the item itself is shown in both. */
export function twinPath(
  { translations }: { translations: readonly Translation[] },
  pathOf: (slug: string) => string,
): string | undefined {
  const twin = translations.find(({ language }) => `${language}-`.startsWith(`${other.code}-`));
  return twin && pathOf(twin.slug);
}

/** Returns the page of an item of the source, whose slug is in the URL. */
export function itemPage<Item>(page: ItemPage<Item>): OpenPage {
  const { query, crumbs, words, View, loadViews, onShown } = page;
  const waiting = <ArticleWaiting crumbs={crumbs} label={words.loading} />;
  return definePage<{ ending: Ending }>({
    hydrate: "load",
    inBrowser: ["ending"],
    loadViews,
    Page: ({ content, params: { slug = "" } }) => (
      <EndingContext value={content.ending}>
        <Streamed query={query(slug)} view={View} fallback={waiting} onShown={onShown} />
        <Notifications />
      </EndingContext>
    ),
    head: ({ params: { slug = "" }, peek }) => {
      const outcome = peek(query(slug));
      if (outcome?.kind === "ok") return page.head(outcome.data);
      const title = outcome?.kind === "not-found" ? words.notFound : words.title;
      return { title, description: title, noindex: outcome !== null };
    },
  });
}
