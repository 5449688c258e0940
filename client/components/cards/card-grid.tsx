import { type ReactNode, useEffect, useRef } from "react";
import cardStyles from "./card.module.css";
import styles from "./reveal.module.css";

/** Spec section 4: a card is shown when a tenth of it is 50 px above the lower edge. */
const VISIBLE = 0.1;
const MARGIN = "0px 0px -50px 0px";

let observer: IntersectionObserver | null = null;

/** Hides elements below the fold and shows each once when it comes into view. */
function reveal(entries: IntersectionObserverEntry[]): void {
  for (const { target, intersectionRatio, boundingClientRect } of entries) {
    if (!(target instanceof HTMLElement)) continue;
    const isNew = target.dataset.reveal === undefined;
    if (isNew && boundingClientRect.top >= window.innerHeight) target.dataset.reveal = "below";
    else if (isNew) observer?.unobserve(target);
    else if (intersectionRatio >= VISIBLE) {
      target.dataset.reveal = "shown";
      observer?.unobserve(target);
    }
  }
}

/** Observes an element until it was visible; returns the function that stops. */
function watchUntilSeen(element: HTMLElement): () => void {
  observer ??= new IntersectionObserver(reveal, { threshold: VISIBLE, rootMargin: MARGIN });
  observer.observe(element);
  return () => observer?.unobserve(element);
}

interface Props {
  as?: "div" | "li";
  className?: string | undefined;
  children: ReactNode;
}

/**
 * Spec section 4: fades in and rises 20 px when scrolled into view, once. Nothing is hidden
 * without scripts, nothing that is already visible, and nothing under `prefers-reduced-motion`.
 */
export function Reveal({ as: Tag = "div", className = "", children }: Props) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => (element.current ? watchUntilSeen(element.current) : undefined), []);
  const take = (node: HTMLElement | null) => {
    element.current = node;
  };
  return (
    <Tag ref={take} className={`${styles.reveal} ${className}`}>
      {children}
    </Tag>
  );
}

interface CardGridProps<T> {
  items: readonly T[];
  keyOf: (item: T) => string;
  /** Columns on a wide screen; 4 only for the focus areas. */
  columns?: 3 | 4;
  /** Fills the space beside a fourth card. */
  closing?: ReactNode;
  children: (item: T) => ReactNode;
}

/** The source may send two rows with one id: the second gets another key. */
function uniqueKeys(keys: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return keys.map((key) => {
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    return times === 0 ? key : `${key} ${times}`;
  });
}

/** Cards in columns: 3, 2 at 1024 px or less, 1 at 768 px or less (spec section 9). */
export function CardGrid<T>({ items, keyOf, columns = 3, closing, children }: CardGridProps<T>) {
  const keys = uniqueKeys(items.map(keyOf));
  return (
    <ul className={columns === 4 ? "grid four" : "grid"} role="list">
      {items.map((item, index) => (
        <Reveal as="li" key={keys[index]}>
          {children(item)}
        </Reveal>
      ))}
      {closing !== undefined && (
        <Reveal as="li" className={cardStyles.closing}>
          {closing}
        </Reveal>
      )}
    </ul>
  );
}
