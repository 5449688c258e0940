import { zonesHeading, zonesIntroduction } from "../../../content/about.json";
import { zones } from "../../../content/site.json?pages";
import { ContentPicture } from "../../components/media/content-picture.tsx";
import { Section } from "../../components/sections/section.tsx";
import styles from "./zones.module.css";

const MAP_ALT =
  "Map of Tanzania: the western zone with Kigoma and Tabora, the central zone with Singida and Dodoma, the eastern zone with Morogoro, Pwani and Dar es Salaam, the coastal zone with Tanga, Lindi and Mtwara; a pin at the office in Dar es Salaam";

/** The map of the four zones, and its legend. */
export function Zones() {
  return (
    <Section title={zonesHeading} intro={zonesIntroduction} tone="warm">
      <div className={styles.zones}>
        <div className={styles.map}>
          <ContentPicture image="images/map/tanzania.svg" alt={MAP_ALT} shape="map" />
        </div>
        <ul className={styles.key} role="list">
          {zones.map(({ id, name, regions, text }) => (
            <li key={id} data-zone={id}>
              <h3>{name}</h3>
              <p className={styles.regions}>{regions.join(", ")}</p>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
