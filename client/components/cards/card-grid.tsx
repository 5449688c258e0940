import type { ReactNode } from "react";
import { inLanguage } from "../../format/text.ts";
import { Link } from "../links/link.tsx";
import styles from "./card.module.css";

interface Props<T> {
  items: readonly T[];
  className?: string;
  /** Fills the space beside a fourth card. */
  closing?: ReactNode;
  children: (item: T) => ReactNode;
}

/** Renders cards in columns: 3, 2 at 1024 px or less, 1 at 768 px or less (spec section 9). */
export function CardGrid<T extends { id?: string; slug?: string }>(props: Props<T>) {
  const { items, className = "grid", closing, children } = props;
  const keys = items.map(({ id, slug }) => id ?? slug);
  return (
    <ul className={className} role="list">
      {items.map((item, index) => (
        // The source may send two rows with the same id, so the second row uses its position as key.
        <li key={keys.indexOf(keys[index]) < index ? `twin ${index}` : keys[index]} data-reveals="">
          {children(item)}
        </li>
      ))}
      {closing !== undefined && (
        <li className={styles.closing} data-reveals="">
          {closing}
        </li>
      )}
    </ul>
  );
}

interface CardLinkProps {
  to: string;
  /** The text of the link. Spec section 2: "Read More", "Learn More", "View Details". */
  text: string;
  title: string;
  /** The language of the title, if it differs from the page's. */
  language?: string | null | undefined;
  /** The id of a news item or event, whose clicks are recorded (client/router/clicks.ts). */
  id?: string;
  reloadDocument?: boolean;
}

/** The only link of a card, stretched over the card. */
export const CardLink = ({ text, title, language, id, ...link }: CardLinkProps) => (
  <p className={styles.more}>
    <Link className={styles.link} data-id={id} {...link}>
      {text}
      <span className="visually-hidden" {...inLanguage(language)}>{`: ${title}`}</span>
    </Link>
  </p>
);
