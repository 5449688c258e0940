import card from "./card.module.css";
import styles from "./skeleton.module.css";

/** The shape of cards that are on their way. */
export function CardSkeletons({ count, hasLead = false }: { count: number; hasLead?: boolean }) {
  return (
    <div aria-hidden="true">
      {hasLead && (
        <div className={`${card.card} ${card.lead} ${styles.lead}`}>
          <div className={styles.picture} />
          <div className={card.body}>
            <Lines count={4} />
          </div>
        </div>
      )}
      <div className={card.grid}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal boxes that never move
          <div key={index} className={card.card}>
            <div className={styles.picture} />
            <div className={card.body}>
              <Lines count={5} />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

/** Lines of text that are on their way. */
export function Lines({ count }: { count: number }) {
  return (
    <div className={styles.lines}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal lines that never move
        <div key={index} className={styles.line} />
      ))}
    </div>
  );
}
