/** The fields of a link to a related news item or event. */
export interface ItemLink {
  id: string;
  slug: string;
  title: string;
}
