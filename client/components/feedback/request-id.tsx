import { requestId } from "../../../content/words/en/error.json";

/** The id of the request that failed, which a visitor can quote; nothing without one. */
export const RequestId = ({ id }: { id: string | undefined }) =>
  id ? (
    <p className="small">
      <span>{requestId}</span> <code>{id}</code>
    </p>
  ) : null;
