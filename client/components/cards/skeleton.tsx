import card from "./card.module.css";
import item from "./item-card.module.css";

interface CardsProps {
  count: number;
  kind?: "news" | "event";
  hasLead?: boolean;
  /** The text shown in the first card and announced by screen readers. */
  label?: string | undefined;
}

export const CardSkeletons = ({ count, kind = "news", hasLead = false, label }: CardsProps) => (
  <>
    {hasLead && <CardSkeleton kind={kind} label={label} isLead />}
    <div className="grid">
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

type CardProps = Pick<CardsProps, "kind" | "label"> & { isLead?: boolean };

const CardSkeleton = ({ kind, label, isLead = false }: CardProps) => (
  <div className={`panel ${card.card}${isLead ? ` split ${card.lead} ${item.lead}` : ""}`}>
    <div className="skeleton-picture" />
    <div className={card.body}>
      <div className={kind === "event" ? "skeleton-meta skeleton-when" : "skeleton-meta"}>
        {label !== undefined && (
          <p className="skeleton-label muted" role="status">
            {label}
          </p>
        )}
      </div>
      <div className="skeleton-words" />
      {kind === "event" && <div className="skeleton-meta" />}
      <div className="skeleton-more" />
    </div>
  </div>
);
