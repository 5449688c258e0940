import { entries } from "virtual:content/programmes";
import * as words from "../../../content/words/en/our-work.json";
import { paths } from "../../../shared/paths.ts";
import { Link } from "../../components/links/link.tsx";
import { PatternBox } from "../../components/sections/pattern-box.tsx";
import styles from "./programmes.module.css";

/** Links to the four programme pages. */
export function Programmes() {
  return (
    <PatternBox pattern="wash">
      <h3 className="xl">{words.inAllFour}</h3>
      <ul className="stack" role="list">
        {entries.map(({ slug, title, subtitle }) => (
          <li key={slug}>
            <Link className={styles.link} to={paths.programme(slug)}>
              {title}
            </Link>{" "}
            <span className="muted small">{subtitle}</span>
          </li>
        ))}
      </ul>
    </PatternBox>
  );
}
