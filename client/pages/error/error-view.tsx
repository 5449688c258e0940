import * as words from "../../../content/words/en/error.json";
import { paths } from "../../../shared/paths.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { ContentPicture } from "../../components/media/picture.tsx";

interface Props {
  status: number;
  /** For the visitor to quote; null when the error occurred in the browser. */
  requestId: string | null;
  /** The error's message, in development only. */
  text?: string | null;
}

/** Spec section 8: the view of an unhandled application error. */
export function ErrorView({ status, requestId, text = null }: Props) {
  return (
    <Notice
      picture={<ContentPicture image="images/states/offline.svg" alt="" shape="scene" isFirst />}
      title={words.title}
      actions={[{ text: words.home, href: paths.home(), isMain: true }]}
    >
      <p>{import.meta.env.SSR && status < 500 ? words.unreadable : words.ourSide}</p>
      <p data-static-page={requestId === null ? undefined : ""}>
        <span>{`${words.status} ${status}`}</span>
        {import.meta.env.SSR && requestId !== null && (
          <span>
            {` · ${words.requestId} `}
            <code>{requestId}</code>
          </span>
        )}
      </p>
      {text !== null && <pre>{text}</pre>}
    </Notice>
  );
}
