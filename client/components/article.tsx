import type { ReactNode } from "react";
import type { Picture } from "../../shared/model/picture.ts";
import styles from "./article.module.css";
import { Breadcrumbs, type Crumb } from "./breadcrumbs.tsx";
import { ItemPicture } from "./item-picture.tsx";
import { Lines } from "./skeleton.tsx";

interface Props {
  crumbs: readonly Crumb[];
  title: string;
  eyebrow?: string;
  standfirst: string | null;
  picture: Picture | null;
  /** When, who, where: a name and a value each. */
  facts: readonly { name: string; value: ReactNode }[];
  tags?: readonly string[];
  aside?: ReactNode;
  children: ReactNode;
}

/** A long read: title, facts, picture, text, and what goes with it at the side. */
export function Article(props: Props) {
  const { crumbs, title, eyebrow, standfirst, picture, facts, tags = [], aside, children } = props;
  return (
    <article className={styles.article}>
      <header className={styles.head}>
        <Breadcrumbs crumbs={crumbs} />
        {eyebrow && <p className={styles.eyebrow}>{eyebrow}</p>}
        <h1>{title}</h1>
        {standfirst !== null && <p className={styles.standfirst}>{standfirst}</p>}
        <dl className={styles.facts}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </header>
      {picture && (
        <div className={styles.picture}>
          <ItemPicture picture={picture} isLead />
        </div>
      )}
      <div className={styles.columns}>
        <div className={styles.text}>
          {children}
          {tags.length > 0 && (
            <ul className={styles.tags} role="list" aria-label="Tags">
              {tags.map((tag) => (
                <li key={tag}>{tag}</li>
              ))}
            </ul>
          )}
        </div>
        <aside className={styles.aside}>{aside}</aside>
      </div>
    </article>
  );
}

/** The shape of a long read that is on its way. */
export function ArticleWaiting({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <div className={styles.article}>
      <div className={styles.head}>
        <Breadcrumbs crumbs={crumbs} />
        <p role="status">Loading...</p>
        <div aria-hidden="true">
          <Lines count={3} />
        </div>
      </div>
      <div className={styles.columns} aria-hidden="true">
        <div className={styles.text}>
          <Lines count={14} />
        </div>
      </div>
    </div>
  );
}
