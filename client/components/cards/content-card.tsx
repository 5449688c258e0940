import type { ReactNode } from "react";
import * as words from "../../../content/words/en/cards.json";
import { ContentPicture } from "../media/picture.tsx";
import card from "./card.module.css";
import { CardLink } from "./card-grid.tsx";

/** Spec section 4: green for Current, orange otherwise. */
export const StatusBadge = ({ status }: { status: "current" | "past" }) => (
  <span className="badge" data-tone={status}>
    {status === "current" ? words.current : words.past}
  </span>
);

interface ContentCardProps {
  title: string;
  /** That of its words, where it is another one than the page's. */
  language?: string | undefined;
  image: string;
  imageAlt: string;
  shape?: "card" | "wide";
  description: string;
  /** Where the card leads; without it, it is a picture and a text. */
  link?: string;
  linkText?: string;
  badge?: { displayed: boolean; text: string } | undefined;
  status?: "current" | "past";
  /** A line above the title: place, years. */
  meta?: readonly string[];
  /** Rendered between title and description, such as a figure. */
  children?: ReactNode;
}

/** Spec section 3, content card: one link, the whole card. */
export const ContentCard = ({
  title,
  language,
  badge,
  status,
  meta,
  ...props
}: ContentCardProps) => (
  <article className={`panel ${card.card}`}>
    <div className="badged">
      <ContentPicture image={props.image} alt={props.imageAlt} shape={props.shape ?? "card"} />
      {badge?.displayed && (
        <p className="badge" data-tone="gold">
          {badge.text}
        </p>
      )}
      {status && <StatusBadge status={status} />}
    </div>
    <div className={card.body}>
      {meta && (
        <p className={card.meta}>
          {meta.map((line) => (
            <span key={line}>{`${line} `}</span>
          ))}
        </p>
      )}
      <h3 lang={language}>{title}</h3>
      {props.children}
      <p className="muted small" lang={language}>
        {props.description}
      </p>
      {props.link && (
        <CardLink to={props.link} text={props.linkText ?? ""} title={title} language={language} />
      )}
    </div>
  </article>
);
