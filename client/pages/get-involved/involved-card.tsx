import { Link } from "react-router";
import card from "../../components/card.module.css";
import { ContentPicture } from "../../components/content-picture.tsx";
import styles from "./get-involved.module.css";

interface Props {
  title: string;
  description: string;
  image: string;
  link: { text: string; link: string };
}

/** One way to help. The picture only decorates: the title says the same. */
export function InvolvedCard({ title, description, image, link }: Props) {
  return (
    <article className={card.card}>
      <ContentPicture image={image} alt="" shape="card" />
      <div className={card.body}>
        <h2>
          <Link to={link.link}>{title}</Link>
        </h2>
        <p className={styles.text}>{description}</p>
      </div>
    </article>
  );
}
