import { useState } from "react";
import * as words from "../../../content/words/en/media.json";
import button from "../links/button.module.css";
import styles from "./click-map.module.css";
import { ContentPicture } from "./picture.tsx";

interface Props {
  src: string;
  title: string;
  /** A drawing behind the button, and what it shows; empty for streets of no place. */
  sketch: string;
  alt: string;
}

/** A map of another site, loaded on click. Its space is reserved. */
export function ClickMap({ src, title, sketch, alt }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <div className={`${styles.map} frame screen scripted`}>
      {isShown ? (
        <iframe
          src={src}
          title={title}
          height="400"
          loading="lazy"
          sandbox="allow-scripts allow-same-origin allow-popups"
          referrerPolicy="no-referrer"
        />
      ) : (
        <>
          <ContentPicture image={sketch} alt={alt} shape="wide" className={styles.sketch} />
          <div className={`${styles.offer} panel muted small`}>
            <button
              type="button"
              className={`${button.button} ${button.main}`}
              onClick={() => setShown(true)}
            >
              {words.showMap}
            </button>
            <p>{words.mapFrom}</p>
          </div>
        </>
      )}
    </div>
  );
}
