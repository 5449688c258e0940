import { Link } from "../links/link.tsx";
import card from "./card.module.css";

interface Props {
  to: string;
  /** Spec section 2: "Read More", "Learn More", "View Details". */
  text: string;
  /** What it leads to, for who hears the link alone. */
  title: string;
  onClick?: () => void;
  reloadDocument?: boolean;
}

/** The one link of a card, stretched over it. */
export function CardLink({ text, title, ...link }: Props) {
  return (
    <p className={card.more}>
      <Link className={card.link} {...link}>
        {text}
        <span className="visually-hidden">{`: ${title}`}</span>
      </Link>
    </p>
  );
}
