import * as replyWords from "../../../content/words/en/desk-replies.json";
import type { DeskMessage } from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import { type Query, withQuery } from "../../../shared/paths.ts";
import form from "../../components/forms/form.module.css";
import { Button } from "../../components/links/button.tsx";
import { Link } from "../../components/links/link.tsx";
import { siteHref } from "../../format/hrefs.ts";
import { useDesk } from "./desk-page.tsx";
import styles from "./message.module.css";

/** Renders who takes care of the message, and the choice of somebody else. */
export function Assignment({ message, action }: { message: DeskMessage; action: string }) {
  const { assignee, colleagues, version } = message;
  return (
    <form
      className={`${styles.choice} cluster tight screen`}
      method="post"
      action={siteHref(action)}
    >
      <input type="hidden" name="version" value={version} />
      <label htmlFor="assignee">{replyWords.assignedTo}</label>
      <ColleagueSelect id="assignee" colleagues={colleagues} chosen={assignee} />
      <Button type="submit" name="action" value="assign">
        {replyWords.assign}
      </Button>
    </form>
  );
}

/** Renders the choice of a colleague, or of nobody. A colleague whose account was removed stays chosen. */
function ColleagueSelect(props: {
  id: string;
  colleagues: readonly string[];
  chosen: string | null;
}) {
  const { id, colleagues, chosen } = props;
  const { staff } = useDesk();
  const known =
    chosen === null || colleagues.includes(chosen) ? colleagues : [...colleagues, chosen];
  return (
    <select id={id} className={form.control} name="assignee" defaultValue={chosen ?? ""}>
      <option value="">{replyWords.nobody}</option>
      {known.map((email) => (
        <option key={email} value={email}>
          {email === staff ? fill(replyWords.me, { email }) : email}
        </option>
      ))}
    </select>
  );
}

/** Renders the choice of a colleague for the ticked messages of a list. */
export const BulkAssign = ({ colleagues }: { colleagues: readonly string[] }) => (
  <span className={`${styles.choice} cluster tight`}>
    <label className="visually-hidden" htmlFor="assignee">
      {replyWords.assignedTo}
    </label>
    <ColleagueSelect id="assignee" colleagues={colleagues} chosen={null} />
    <Button type="submit" name="action" value="assign">
      {replyWords.assign}
    </Button>
  </span>
);

/** Renders the links between the messages of everybody and those of the reader. */
export function Mine({ filter, assignee }: { filter: Query; assignee: string }) {
  const { staff } = useDesk();
  const hrefOf = (chosen: string | null) =>
    withQuery("/staff/messages", { ...filter, assignee: chosen });
  const choices: [text: string, chosen: string | null][] = [
    [replyWords.mine, staff],
    [replyWords.unassigned, "nobody"],
  ];
  if (assignee !== "") choices.push([replyWords.everyones, null]);
  return (
    <p className="links screen">
      {choices.map(([text, chosen]) => (
        <Link
          key={text}
          className="touch"
          to={hrefOf(chosen)}
          aria-current={assignee === (chosen ?? "") ? "true" : undefined}
        >
          {text}
        </Link>
      ))}
    </p>
  );
}
