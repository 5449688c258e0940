/** A related news item or event: just enough to print a link. */
export interface ItemLink {
  id: string;
  slug: string;
  title: string;
}
