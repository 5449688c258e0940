import * as words from "../../../content/words/en/desk.json";
import { fill } from "../../../shared/fill.ts";
import { Button } from "../../components/links/button.tsx";
import { Link } from "../../components/links/link.tsx";
import { siteHref } from "../../format/hrefs.ts";
import styles from "./desk.module.css";

interface Props {
  /** The e-mail address of the signed-in member of staff; null on a page that does not know the address. */
  staff: string | null;
  current: string | null;
}

/** Shows links to the sections of the desk, who is signed in, and the sign-out button. */
export const DeskBar = ({ staff, current }: Props) => (
  <div className={`${styles.bar} page cluster spread screen`}>
    <nav className="links" aria-label={words.sections}>
      {Object.entries(words.parts).map(([section, text]) => (
        <Link
          key={section}
          to={`/staff/${section}`}
          aria-current={section === current ? "page" : undefined}
        >
          {text}
        </Link>
      ))}
    </nav>
    <form className="cluster" method="post" action={siteHref("/staff/sign-out")}>
      {staff !== null && (
        <Link className="touch small" to="/staff/people">
          {fill(words.signedInAs, { email: staff })}
        </Link>
      )}
      <Button type="submit">{words.signOut}</Button>
    </form>
  </div>
);
