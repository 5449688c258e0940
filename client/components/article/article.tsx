import { type ComponentType, type ReactNode, use } from "react";
import { onlyIn } from "../../../content/words/en/in-english.json";
import * as words from "../../../content/words/en/links.json";
import type { Outcome, OutcomeMeta } from "../../../shared/contract/site-data.ts";
import { fill } from "../../../shared/fill.ts";
import type { CardPicture } from "../../../shared/model/picture.schema.ts";
import { useRequest } from "../../data/request-context.ts";
import { foreignLanguage } from "../../format/foreign-language.ts";
import { siteHref } from "../../format/hrefs.ts";
import { inLanguage } from "../../format/text.ts";
import type { PageLink } from "../../page.ts";
import { ItemFailed, ItemNotFound } from "../feedback/item-unavailable.tsx";
import { useFailureNotification } from "../feedback/notifications.tsx";
import { SavedCopy } from "../feedback/state-box.tsx";
import { Breadcrumbs } from "../links/breadcrumbs.tsx";
import { OutsideLink } from "../links/link.tsx";
import { ItemPicture } from "../media/item-picture.tsx";
import { CallToActionBand } from "../sections/call-to-action-band.tsx";
import { type Fact, Facts } from "../sections/facts.tsx";
import styles from "./article.module.css";
import { EndingContext } from "./item-page.tsx";
import "../links/chips.css";
import "./item.css";

interface ItemView<Item> {
  what: "article" | "event";
  texts: { notFound: string; notFoundText: string; failed: string };
  Loaded: ComponentType<{ item: Item; meta: OutcomeMeta }>;
}

/** Returns the view of an article or event, which explains why an item is missing (spec section 8). */
export function itemView<Item>({ what, texts, Loaded }: ItemView<Item>) {
  return function View({ outcome }: { outcome: Outcome<Item> }) {
    const ending = use(EndingContext);
    useFailureNotification(what, outcome);
    if (outcome.kind === "unavailable")
      return <ItemFailed title={texts.failed} requestId={outcome.requestId} />;
    if (outcome.kind === "not-found")
      return <ItemNotFound title={texts.notFound} text={texts.notFoundText} />;
    return (
      <>
        <Loaded item={outcome.data} meta={outcome.meta} />
        {ending && <CallToActionBand {...ending} />}
      </>
    );
  };
}

/** Returns the share URLs, most used first. Plain links load nothing from those sites. */
function places(title: string, url: string): [name: string, href: string][] {
  const [text, encodedUrl] = [encodeURIComponent(title), encodeURIComponent(url)];
  return [
    ["WhatsApp", `https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`],
    ["Facebook", `https://www.facebook.com/sharer/sharer.php?u=${encodedUrl}`],
    ["X", `https://x.com/intent/post?text=${text}&url=${encodedUrl}`],
    [words.email, `mailto:?subject=${text}&body=${encodeURIComponent(`${title}\n\n${url}`)}`],
  ];
}

/** Renders the share links. Where the device can share, its own sharing is offered too (client/router/clicks.ts). */
function ShareLinks({ title, path }: { title: string; path: string }) {
  const url = useRequest().origin + siteHref(path);
  return (
    <section className="line stack screen" aria-labelledby="share">
      <h2 id="share">{words.share}</h2>
      <ul className="chips" role="list">
        {places(title, url).map(([name, href]) => (
          <li key={name}>
            {href.startsWith("mailto:") ? (
              <a href={href}>{name}</a>
            ) : (
              <OutsideLink href={href}>{name}</OutsideLink>
            )}
          </li>
        ))}
        <li>
          <button type="button" className={styles.device} data-does="share">
            {words.moreWays}
          </button>
        </li>
      </ul>
    </section>
  );
}

interface Props {
  item: { id: string; title: string; language: string | null; image: Picture | null };
  meta: OutcomeMeta;
  path: string;
  crumbs: readonly PageLink[];
  eyebrow: ReactNode;
  standfirst: string | null;
  /** True when loading the article is recorded as a click (client/tracking/clicks.ts). */
  isRecorded?: boolean;
  /** Topics, most specific first, from which the drawing is chosen when the item has no picture. */
  topics: readonly string[];
  facts: readonly Fact[];
  note?: ReactNode;
  aside: ReactNode;
  children: ReactNode;
}

type Picture = CardPicture & { bytes?: number | null };

/** Renders the layout of an article: title, facts, picture, text and an aside. */
export function Article({ item, meta, path, standfirst, facts, ...props }: Props) {
  const { id, title, image } = item;
  const lang = inLanguage(item.language);
  const language = foreignLanguage(item.language);
  return (
    <article className="tall page item" data-id={props.isRecorded ? id : undefined}>
      <header className="stack">
        <Breadcrumbs crumbs={props.crumbs} />
        <p className={styles.eyebrow}>{props.eyebrow}</p>
        {language !== null && <p className="muted small">{fill(onlyIn, { language })}</p>}
        <h1 {...lang}>{title}</h1>
        {standfirst !== null && (
          <p className="intro xl" {...lang}>
            {standfirst}
          </p>
        )}
        <Facts className={`${styles.facts} cluster small`} facts={facts} value={{ dir: "auto" }} />
        {props.note}
      </header>
      <div className={`${styles.picture} frame apart`}>
        <ItemPicture picture={image} id={id} topics={props.topics} leads="page" />
      </div>
      <div className={`${styles.columns} beside apart`}>
        <div className={`${styles.text} stack`}>
          <SavedCopy meta={meta} />
          {props.children}
          <ShareLinks title={title} path={path} />
        </div>
        <aside className="stack loose screen">{props.aside}</aside>
      </div>
    </article>
  );
}
