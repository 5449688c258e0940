import * as words from "../../../content/words/en/media.json";
import { Button } from "../links/button.tsx";
import styles from "./click-map.module.css";
import { ContentPicture } from "./picture.tsx";

interface Props {
  src: string;
  title: string;
  /** A drawing behind the button and its alternative text, which is empty when the drawing shows no real streets. */
  sketch: string;
  alt: string;
}

/** A map from another site, loaded on click. The space for the map is reserved. */
export const ClickMap = ({ src, title, sketch, alt }: Props) => (
  <div className={`${styles.map} frame screen scripted`}>
    <ContentPicture image={sketch} alt={alt} shape="wide" place="main" className={styles.sketch} />
    <div className={`${styles.offer} panel muted small`}>
      <Button variant="main" data-does="map" data-src={src} data-title={title}>
        {words.showMap}
      </Button>
      <p>{words.mapFrom}</p>
    </div>
  </div>
);
