import { paths } from "../../../shared/paths.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { ContentPicture } from "../../components/media/content-picture.tsx";

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
      title="Unexpected Application Error!"
      actions={[{ text: "Return to Home", href: paths.home(), isMain: true }]}
    >
      <p>
        {status >= 400 && status < 500
          ? "We could not read what your browser sent. Please check the address, or start again from Home."
          : "Something went wrong on our side. Please try again in a moment."}
      </p>
      <p data-static-page={requestId === null ? undefined : ""}>
        Status {status}
        {requestId !== null && (
          <>
            {" "}
            · Request id <code>{requestId}</code>
          </>
        )}
      </p>
      {text !== null && <pre>{text}</pre>}
    </Notice>
  );
}
