import type { items } from "../../../content/testimonials.json";
import { ContentPicture } from "../../components/media/content-picture.tsx";
import styles from "./quote.module.css";

export function Quote({ testimonial }: { testimonial: (typeof items)[number] }) {
  const { quote, name, role, avatar, avatarAlt } = testimonial;
  return (
    <figure className={`${styles.quote} panel`}>
      <blockquote className="large">
        <p>{quote}</p>
      </blockquote>
      <figcaption className="line cluster">
        <span className={`${styles.avatar} frame`}>
          <ContentPicture image={avatar} alt={avatarAlt} shape="square" />
        </span>
        <span className={styles.who}>
          <strong>{name}</strong> <span className="muted">{role}</span>
        </span>
      </figcaption>
    </figure>
  );
}
