import type { ReactNode, Ref } from "react";
import * as words from "../../../content/words/en/feedback.json";
import { paths } from "../../../shared/paths.ts";
import { useLocation } from "../../navigation.ts";
import { ButtonLink } from "../links/button.tsx";
import { ContentPicture } from "../media/picture.tsx";
import styles from "./item-unavailable.module.css";
import { Notice } from "./notice.tsx";
import { useRecovery } from "./recovery.ts";
import { RequestId } from "./request-id.tsx";
import "../article/item.css";

/** A box as high as the expected content, so that the footer does not move. */
const Absent = ({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) => (
  <div ref={ref} className={`${styles.absent} tall split`}>
    {children}
    <div className={`${styles.picture} frame`}>
      <ContentPicture image="images/states/no-results.svg" alt="" shape="scene" />
    </div>
  </div>
);

/** Renders an article or event that could not be loaded (spec section 8). Retry reloads the page. */
export function ItemFailed({ title, requestId }: { title: string; requestId: string | undefined }) {
  const { pathname, search } = useLocation();
  return (
    <Absent ref={useRecovery()}>
      <Notice title={title}>
        <p role="alert">{words.tryLater}</p>
        <p>
          <ButtonLink href={pathname + search} reloadDocument>
            {words.retry}
          </ButtonLink>
        </p>
        <RequestId id={requestId} />
      </Notice>
    </Absent>
  );
}

/** Renders an article or event that does not exist (spec section 8). */
export function ItemNotFound({ title, text }: { title: string; text: string }) {
  const back = { text: words.backToNews, href: paths.newsFeed() };
  return (
    <Absent>
      <Notice title={title} actions={[back]}>
        <p>{text}</p>
      </Notice>
    </Absent>
  );
}
