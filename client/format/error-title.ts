import { errorPrefix } from "../../content/words/en/forms.json";

/** The title of a page with validation errors. */
export function errorTitle(title: string): string {
  return title.startsWith(errorPrefix) ? title : errorPrefix + title;
}

/** The title when they are corrected. */
export function titleWithoutError(title: string): string {
  return title.startsWith(errorPrefix) ? title.slice(errorPrefix.length) : title;
}
