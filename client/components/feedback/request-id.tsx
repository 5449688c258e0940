import { requestId } from "../../../content/words/en/error.json";

/** Renders the id of the failed request, which a visitor can quote; nothing without an id. */
export const RequestId = ({ id }: { id: string | undefined }) =>
  id ? (
    <p className="small">
      <span>{requestId}</span> <code>{id}</code>
    </p>
  ) : null;
