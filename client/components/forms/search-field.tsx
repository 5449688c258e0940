import { prefix } from "../../../content/words/en/language.json";
import { label } from "../../../content/words/en/search-field.json";
import button from "../links/button.module.css";
import styles from "./search-field.module.css";

/** A plain form: the server renders what was found. Its landmark is around it, where it is one. */
export const SearchField = ({ value }: { value?: string }) => (
  <form action={`${prefix}/search`} className={styles.field}>
    <input type="search" name="q" aria-label={label} defaultValue={value} />
    <button type="submit" className={`${button.button} ${button.main}`}>
      {label}
    </button>
  </form>
);
