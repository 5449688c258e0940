import { leadership } from "../../../content/about.json";
import type { leaders } from "../../../content/leaders.json";
import { Reveal } from "../../components/cards/reveal.tsx";
import { ContentPicture } from "../../components/media/content-picture.tsx";
import styles from "./leader.module.css";

/** Spec section 3, leader profile: photo, role, name, biography, expertise tags, education. */
export function Leader({ leader }: { leader: (typeof leaders)[number] }) {
  const { name, role, photo, photoAlt, biography, expertise, qualifications } = leader;
  return (
    <Reveal>
      <article className={styles.leader}>
        <div className={styles.photo}>
          <ContentPicture image={photo} alt={photoAlt} shape="square" />
        </div>
        <div className={styles.words}>
          <div className={styles.name}>
            <h3>{role}</h3>
            <p>{name}</p>
          </div>
          {biography.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <div className={styles.lists}>
            <section>
              <h4>{leadership.expertiseHeading}</h4>
              <ul className={styles.tags} role="list">
                {expertise.map((tag) => (
                  <li key={tag}>{tag}</li>
                ))}
              </ul>
            </section>
            <section>
              <h4>{leadership.qualificationsHeading}</h4>
              <ul className={styles.education} role="list">
                {qualifications.map((qualification) => (
                  <li key={qualification}>{qualification}</li>
                ))}
              </ul>
            </section>
          </div>
        </div>
      </article>
    </Reveal>
  );
}
