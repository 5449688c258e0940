import { missionHeading, visionHeading } from "../../../content/about.json";
import { mission, vision } from "../../../content/site.json?pages";
import { Section } from "../../components/sections/section.tsx";
import styles from "./about.module.css";

/** Mission and vision in large type. */
export function MissionAndVision() {
  return (
    <Section tone="deep">
      <div className={`${styles.purpose} split`}>
        <div>
          <h2 className="large">{missionHeading}</h2>
          <p className="xl">{mission}</p>
        </div>
        <div>
          <h2 className="large">{visionHeading}</h2>
          <p className="xl">{vision}</p>
        </div>
      </div>
    </Section>
  );
}
