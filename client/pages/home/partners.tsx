import { partners } from "../../../content/partners.json";
import * as words from "../../../content/words/en/home.json";
import card from "../../components/cards/card.module.css";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { ContentPicture } from "../../components/media/content-picture.tsx";
import styles from "./home.module.css";

/** Spec section 2, Our Partners: each card links to another site, in a new tab. */
export function Partners() {
  return (
    <CardGrid items={partners} keyOf={(partner) => partner.id}>
      {({ name, logo, url, description }) => (
        <article className={`panel ${card.card} ${styles.partner}`}>
          <div className={styles.logo}>
            <ContentPicture image={logo} alt="" shape="mark" />
          </div>
          <div className={card.body}>
            <h3>
              <a className={card.link} href={url} target="_blank" rel="noopener noreferrer">
                {name}
                <span className="visually-hidden">{words.newTab}</span>
              </a>
            </h3>
            <p className="muted small">{description}</p>
          </div>
        </article>
      )}
    </CardGrid>
  );
}
