import { Breadcrumbs, type Crumb } from "../links/breadcrumbs.tsx";
import styles from "./article.module.css";

function Block({ lines }: { lines: 2 | 3 | 14 }) {
  return <div className={styles.block} data-lines={lines} aria-hidden="true" />;
}

export function ArticleWaiting({ crumbs, label }: { crumbs: readonly Crumb[]; label: string }) {
  return (
    <div className={`${styles.article} page item`}>
      <div className="stack">
        <Breadcrumbs crumbs={crumbs} />
        <p className={styles.eyebrow} role="status">
          {label}
        </p>
        <div className={styles.waitingTitle}>
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
        <div className={styles.waitingPicture} />
      </div>
      <div className={`${styles.columns} beside apart`}>
        <Block lines={14} />
      </div>
    </div>
  );
}
