import * as words from "../../../content/words/en/links.json";
import styles from "./how-we-know.module.css";
import { Link } from "./link.tsx";

interface Props {
  /** A key of content/claims.json. */
  claim: string;
  /** The name of the figure. Screen readers read it with the link; `isNamed` makes it visible too. */
  text: string;
  isNamed?: boolean;
}

/** Links a figure to its definition and source. A space before the link separates both in browsers without stylesheets. */
export function HowWeKnow({ claim, text, isNamed }: Props) {
  const name = `${words.howWeKnow}: ${text}`;
  return (
    <>
      {" "}
      <Link
        className={`${styles.link} screen`}
        to={`/where-the-money-goes#claim-${claim}`}
        aria-label={isNamed ? undefined : name}
      >
        {isNamed ? name : words.howWeKnow}
      </Link>
    </>
  );
}
