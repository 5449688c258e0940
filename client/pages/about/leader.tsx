import { leadership } from "../../../content/about.json";
import type { leaders } from "../../../content/leaders.json";
import { ContentPicture } from "../../components/media/picture.tsx";
import styles from "./leader.module.css";

/** Spec section 3, leader profile: photo, role, name, biography, expertise tags, education. */
export function Leader({ leader }: { leader: (typeof leaders)[number] }) {
  const { name, standIn, role, photo, photoAlt, biography, expertise, qualifications } = leader;
  return (
    <div className="reveal">
      <article className={`${styles.leader} split`}>
        <div className={`${styles.photo} frame`}>
          <ContentPicture image={photo} alt={photoAlt} shape="square" />
        </div>
        <div className="stack">
          <div className={styles.name}>
            <h3 className="xl">{role}</h3>
            <p>{name ?? standIn}</p>
          </div>
          {biography.map((paragraph) => (
            <p key={paragraph} className="measure">
              {paragraph}
            </p>
          ))}
          <div className={`${styles.lists} line`}>
            <section>
              <h4>{leadership.expertiseHeading}</h4>
              <ul className="cluster tight" role="list">
                {expertise.map((tag) => (
                  <li key={tag} className="chip">
                    {tag}
                  </li>
                ))}
              </ul>
            </section>
            <section>
              <h4>{leadership.qualificationsHeading}</h4>
              <ul className="stack tight muted small" role="list">
                {qualifications.map((qualification) => (
                  <li key={qualification}>{qualification}</li>
                ))}
              </ul>
            </section>
          </div>
        </div>
      </article>
    </div>
  );
}
