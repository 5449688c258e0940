import type { ReactNode } from "react";
import { Link } from "../links/link.tsx";
import styles from "./card.module.css";
import "./reveal.css";

interface Props<T> {
  items: readonly T[];
  keyOf: (item: T) => string;
  /** Columns on a wide screen; 4 only for the focus areas. */
  columns?: 3 | 4;
  /** Fills the space beside a fourth card. */
  closing?: ReactNode;
  children: (item: T) => ReactNode;
}

/** Cards in columns: 3, 2 at 1024 px or less, 1 at 768 px or less (spec section 9). */
export function CardGrid<T>({ items, keyOf, columns = 3, closing, children }: Props<T>) {
  const keys = items.map(keyOf);
  return (
    <ul className={columns === 4 ? "grid four" : "grid"} role="list">
      {items.map((item, index) => (
        // The source may send two rows with one id: the second has its place as key.
        <li
          key={keys.indexOf(keyOf(item)) === index ? keyOf(item) : `twin ${index}`}
          className="reveal"
        >
          {children(item)}
        </li>
      ))}
      {closing !== undefined && <li className={`reveal ${styles.closing}`}>{closing}</li>}
    </ul>
  );
}

interface CardLinkProps {
  to: string;
  /** Spec section 2: "Read More", "Learn More", "View Details". */
  text: string;
  title: string;
  /** Of news or an event: clicks on it are recorded (client/router/browser-router.tsx). */
  id?: string;
  reloadDocument?: boolean;
}

/** The one link of a card, stretched over it. */
export const CardLink = ({ text, title, id, ...link }: CardLinkProps) => (
  <p className={styles.more}>
    <Link className={styles.link} data-id={id} {...link}>
      {text}
      <span className="visually-hidden">{`: ${title}`}</span>
    </Link>
  </p>
);
