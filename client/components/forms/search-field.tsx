import { prefix } from "../../../content/words/en/language.json";
import { label } from "../../../content/words/en/search-field.json";
import { Button } from "../links/button.tsx";
import styles from "./search-field.module.css";

/** A plain form, whose results the server renders. Where a search landmark is needed, it is around this form. */
export const SearchField = ({ value }: { value?: string }) => (
  <form action={`${prefix}/search`} className={styles.field}>
    <input type="search" name="q" aria-label={label} defaultValue={value} />
    <Button type="submit" variant="main">
      {label}
    </Button>
  </form>
);
