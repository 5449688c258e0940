import { useState } from "react";
import button from "../links/button.module.css";
import styles from "./click-map.module.css";

/** A map of another site, loaded on click. Its space is reserved. */
export function ClickMap({ src, title }: { src: string; title: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.frame}>
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
        <div className={styles.offer}>
          <button
            type="button"
            className={`${button.button} ${button.main}`}
            onClick={() => setShown(true)}
          >
            Show map
          </button>
          <p>The map is loaded from another website when you ask for it.</p>
        </div>
      )}
    </div>
  );
}
