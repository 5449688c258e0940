import form from "../../components/forms/search-field.module.css";
import "../../components/links/tab-links.module.css";
import styles from "./search.module.css";

const field = document.querySelector(`.${styles.search} .${form.field} input`);

/** Loads what searches while one types (`live-search.ts`), when the field is first focused. */
function load(): void {
  const link = document.querySelector<HTMLLinkElement>("[rel=module]");
  if (link) void import(/* @vite-ignore */ link.href);
}

if (field === document.activeElement) load();
else field?.addEventListener("focus", load, { once: true });
