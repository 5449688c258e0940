import type { ReactNode } from "react";
import * as words from "../../../content/words/en/cards.json";
import { ContentPicture } from "../media/picture.tsx";
import card from "./card.module.css";
import { CardLink } from "./card-grid.tsx";
import "./badge.css";

/** Renders the status badge: green for Current, orange otherwise (spec section 4). */
export const StatusBadge = ({ status }: { status: "current" | "past" }) => (
  <span className="badge" data-tone={status}>
    {status === "current" ? words.current : words.past}
  </span>
);

interface ContentCardProps {
  title: string;
  /** The language of the card's text, if it differs from the page's. */
  language?: string | undefined;
  image: string;
  imageAlt: string;
  shape?: "card" | "wide";
  description: string;
  /** The target of the card. Without a link, the card is a picture and a text. */
  link?: string;
  linkText?: string;
  badge?: { displayed: boolean; text: string } | undefined;
  status?: "current" | "past";
  /** Lines above the title, such as place and years. */
  meta?: readonly string[];
  /** Rendered between title and description, such as a figure. */
  children?: ReactNode;
}

/** The content card of spec section 3, which is one link as a whole. */
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
