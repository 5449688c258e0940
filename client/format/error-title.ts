/** The title of a page with validation errors. */
export function errorTitle(title: string): string {
  return title.startsWith("Error: ") ? title : `Error: ${title}`;
}
