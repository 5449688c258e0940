import type { ComponentProps } from "react";
import * as errorWords from "../../../content/words/en/error.json";
import * as words from "../../../content/words/en/not-found.json";
import { SearchField } from "../forms/search-field.tsx";
import { linksTo } from "../links/link.tsx";
import { ContentPicture } from "../media/picture.tsx";
import styles from "./error-pages.module.css";
import { Notice } from "./notice.tsx";

interface Props extends ComponentProps<typeof Notice> {
  /** The large text above the title, such as 404. */
  mark?: string;
  image: string;
}

/** A notice with a picture, for pages with no other content. The error pages of an article or event do not load these styles. */
const PicturedNotice = ({ mark, image, ...notice }: Props) => (
  <Notice
    {...notice}
    className={styles.pictured}
    before={
      <>
        <div className={`${styles.picture} frame screen`}>
          <ContentPicture image={image} alt="" shape="scene" isFirst />
        </div>
        {mark !== undefined && (
          <p className={styles.mark} aria-hidden="true">
            {mark}
          </p>
        )}
      </>
    }
  />
);

/** The view of a path without a page (spec section 2). */
export const PageNotFound = () => (
  <PicturedNotice
    mark="404"
    title={words.title}
    actions={linksTo(words.links)}
    image="images/states/404.svg"
  >
    <p>{words.text}</p>
    <search>
      <SearchField />
    </search>
  </PicturedNotice>
);

const said = (status: number) => {
  if (status === 413) return errorWords.tooLarge;
  return status < 500 ? errorWords.unreadable : errorWords.ourSide;
};

/** The view of an unhandled application error (spec section 8), which only the server renders. */
export const ErrorView = ({ status, requestId }: { status: number; requestId: string }) => (
  <PicturedNotice
    title={errorWords.title}
    actions={[{ text: errorWords.home, href: "/" }]}
    image="images/states/offline.svg"
  >
    <p>{said(status)}</p>
    <p data-static-page="">
      <span>{`${errorWords.status} ${status}`}</span>
      <span>
        {` · ${errorWords.requestId} `}
        <code>{requestId}</code>
      </span>
    </p>
  </PicturedNotice>
);
