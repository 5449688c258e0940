import type { ComponentProps, ReactNode } from "react";
import { Notice } from "./notice.tsx";
import styles from "./pictured-notice.module.css";

interface Props extends Omit<ComponentProps<typeof Notice>, "className" | "before"> {
  /** Large text above the title, such as 404. */
  mark?: string;
  /** Beside the text, above it on small screens. */
  picture: ReactNode;
}

/** A notice of pages with nothing else: those of an article or event have no rules for it. */
export const PicturedNotice = ({ mark, picture, ...notice }: Props) => (
  <Notice
    {...notice}
    className={styles.pictured}
    before={
      <>
        <div className={`${styles.picture} frame screen`}>{picture}</div>
        {mark !== undefined && (
          <p className={styles.mark} aria-hidden="true">
            {mark}
          </p>
        )}
      </>
    }
  />
);
