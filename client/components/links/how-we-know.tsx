import * as words from "../../../content/words/en/links.json";
import styles from "./how-we-know.module.css";
import { Link } from "./link.tsx";

interface Props {
  /** A key of content/claims.json. */
  claim: string;
  /** What the figure is called: for who hears the link alone, or shown. */
  text: string;
  isNamed?: boolean;
}

/** From a figure to what it counts and where it comes from, after a space for browsers without stylesheets. */
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
