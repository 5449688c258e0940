import type { ReactNode } from "react";
import { paths } from "../../shared/paths.ts";
import { useLocation } from "../navigation.ts";
import button from "./button.module.css";
import { ContentPicture } from "./content-picture.tsx";
import styles from "./item-absent.module.css";
import { Notice } from "./notice.tsx";

/** Fills the screen as what was expected would have: the foot of the page does not jump up. */
function Absent({ children }: { children: ReactNode }) {
  return (
    <div className={styles.absent}>
      {children}
      <div className={styles.picture}>
        <ContentPicture image="images/states/no-results.svg" alt="" shape="scene" />
      </div>
    </div>
  );
}

/** Spec section 8: an article or event the source does not have. */
export function ItemNotFound({ title, text }: { title: string; text: string }) {
  return (
    <Absent>
      <Notice
        title={title}
        actions={[{ text: "Back to News & Events", href: paths.newsFeed(), isMain: true }]}
      >
        <p>{text}</p>
      </Notice>
    </Absent>
  );
}

/** Spec section 8: an article or event that could not be had now. Retry loads the page again. */
export function ItemFailed({ title }: { title: string }) {
  const { pathname, search } = useLocation();
  return (
    <Absent>
      <Notice title={title}>
        <p role="alert">Please try again later.</p>
        <p>
          <a className={`${button.button} ${button.main}`} href={pathname + search}>
            Retry
          </a>
        </p>
      </Notice>
    </Absent>
  );
}
