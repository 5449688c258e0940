import * as words from "../../../content/words/en/error.json";
import { paths } from "../../../shared/paths.ts";
import { PicturedNotice } from "../../components/feedback/pictured-notice.tsx";
import { ContentPicture } from "../../components/media/picture.tsx";

/** Spec section 8: the view of an unhandled application error, which the server renders alone. */
export const ErrorView = ({ status, requestId }: { status: number; requestId: string }) => (
  <PicturedNotice
    picture={<ContentPicture image="images/states/offline.svg" alt="" shape="scene" isFirst />}
    title={words.title}
    actions={[{ text: words.home, href: paths.home(), isMain: true }]}
  >
    <p>{status < 500 ? words.unreadable : words.ourSide}</p>
    <p data-static-page="">
      <span>{`${words.status} ${status}`}</span>
      <span>
        {` · ${words.requestId} `}
        <code>{requestId}</code>
      </span>
    </p>
  </PicturedNotice>
);
