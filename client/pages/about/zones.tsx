import { zonesHeading, zonesIntroduction } from "../../../content/about.json";
import { zones } from "../../../content/site.json?pages";
import * as words from "../../../content/words/en/about.json";
import { ContentPicture } from "../../components/media/content-picture.tsx";
import { Section } from "../../components/sections/section.tsx";
import styles from "./zones.module.css";

/** The map of the four zones, and its legend. */
export function Zones() {
  return (
    <Section title={zonesHeading} intro={zonesIntroduction} tone="warm">
      <div className={`${styles.zones} split`}>
        <div className="frame">
          <ContentPicture image="images/map/tanzania.svg" alt={words.mapAlt} shape="map" />
        </div>
        <ul className={`${styles.key} stack loose`} role="list">
          {zones.map(({ id, name, regions, text }) => (
            <li key={id} data-zone={id}>
              <h3>{name}</h3>
              <p className="semibold">{regions.join(", ")}</p>
              <p className="muted small">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
