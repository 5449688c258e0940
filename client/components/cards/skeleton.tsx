import card from "./card.module.css";
import item from "./item-card.module.css";
import styles from "./skeleton.module.css";

interface CardsProps {
  count: number;
  /** Event cards have one line more. */
  kind?: "news" | "event";
  hasLead?: boolean;
  /** Shown in the first card and announced by screen readers. */
  label?: string;
}

/** Placeholders of the same size as the cards. */
export function CardSkeletons({ count, kind = "news", hasLead = false, label }: CardsProps) {
  return (
    <>
      {hasLead && (
        <div className={styles.lead}>
          <CardSkeleton kind={kind} label={label} isLead />
        </div>
      )}
      <div className={card.grid}>
        {[...Array(count).keys()].map((number) => (
          <CardSkeleton
            key={number}
            kind={kind}
            label={number === 0 && !hasLead ? label : undefined}
          />
        ))}
      </div>
    </>
  );
}

interface CardProps {
  kind: "news" | "event";
  label?: string | undefined;
  isLead?: boolean;
}

function CardSkeleton({ kind, label, isLead = false }: CardProps) {
  return (
    <div className={isLead ? `${card.card} ${card.lead} ${item.lead}` : card.card}>
      <div className={styles.picture} />
      <div className={card.body}>
        <div className={kind === "event" ? `${styles.meta} ${styles.when}` : styles.meta}>
          {label !== undefined && (
            <p className={styles.label} role="status">
              {label}
            </p>
          )}
        </div>
        <div className={styles.words}>
          <Lines count={6} />
        </div>
        {kind === "event" && <div className={styles.meta} />}
        <div className={styles.word} />
      </div>
    </div>
  );
}

/** Placeholder for lines of text. */
export function Lines({ count }: { count: number }) {
  return (
    <div className={styles.lines} aria-hidden="true">
      {[...Array(count).keys()].map((number) => (
        <div key={number} className={styles.line} />
      ))}
    </div>
  );
}

/** Placeholder for a box of known height. */
export function Block({ lines }: { lines: 1 | 2 | 3 }) {
  return <div className={styles.block} data-lines={lines} aria-hidden="true" />;
}
