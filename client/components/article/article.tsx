import type { ReactNode } from "react";
import * as articleWords from "../../../content/words/en/article.json";
import type { CardPicture } from "../../../shared/model/picture.schema.ts";
import { inLanguage } from "../../format/text.ts";
import { Breadcrumbs, type Crumb } from "../links/breadcrumbs.tsx";
import { Link } from "../links/link.tsx";
import { ItemPicture } from "../media/item-picture.tsx";
import styles from "./article.module.css";

interface Props {
  crumbs: readonly Crumb[];
  title: string;
  language?: string | null;
  eyebrow?: ReactNode;
  standfirst: string | null;
  id: string;
  /** Loading it is recorded as a click (client/tracking/clicks.ts). */
  isRecorded?: boolean;
  picture: (CardPicture & { bytes?: number | null }) | null;
  /** Topics, most specific first: they choose the drawing where there is no picture. */
  words: readonly string[];
  facts: readonly { name: string; value: ReactNode }[];
  note?: ReactNode;
  tags?: readonly { text: string; href: string }[];
  aside?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
}

/** The layout of an article: title, facts, picture, text and an aside. */
export function Article(props: Props) {
  const { crumbs, title, language, eyebrow, standfirst, facts, tags = [], aside, children } = props;
  const lang = inLanguage(language);
  return (
    <article
      className={`${styles.article} page item`}
      data-id={props.isRecorded ? props.id : undefined}
    >
      <header className="stack">
        <Breadcrumbs crumbs={crumbs} />
        <p className={styles.eyebrow}>{eyebrow}</p>
        <h1 {...lang}>{title}</h1>
        {standfirst !== null && (
          <p className="intro xl" {...lang}>
            {standfirst}
          </p>
        )}
        <dl className={`${styles.facts} facts cluster small`}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
        {props.note}
      </header>
      <div className={`${styles.picture} frame apart`}>
        <ItemPicture picture={props.picture} id={props.id} words={props.words} isLead />
      </div>
      <div className={`${styles.columns} beside apart`}>
        <div className={`${styles.text} stack`}>
          {children}
          {tags.length > 0 && (
            <ul className="chips screen" role="list" aria-label={articleWords.tags}>
              {tags.map(({ text, href }) => (
                <li key={text}>
                  <Link to={href}>{text}</Link>
                </li>
              ))}
            </ul>
          )}
          {props.foot}
        </div>
        <aside className="stack loose screen">{aside}</aside>
      </div>
    </article>
  );
}
