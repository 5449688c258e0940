import { identity } from "../../../content/site.json";
import * as words from "../../../content/words/en/blog.json";
import styles from "./post.module.css";

/** The author's initial: "W" for "The water programme". */
const initialOf = (name: string) => name.replace(/^The /, "").charAt(0).toUpperCase();

export function AuthorBox({ name }: { name: string }) {
  return (
    <section className="cluster panel warm" aria-label={words.author}>
      <p className={`${styles.initial} xl`} aria-hidden="true">
        {initialOf(name)}
      </p>
      <div>
        <p className="muted small">{words.writtenBy}</p>
        <p className="large semibold">{name}</p>
        <p>{identity.name}</p>
      </div>
    </section>
  );
}
