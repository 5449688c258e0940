/** A post of the blog, for feeds. URLs are site-relative. */
export interface Story {
  path: string;
  title: string;
  summary: string;
  html: string;
  /** `YYYY-MM-DD`, a day in Dar es Salaam. */
  publishedOn: string;
  author: string;
  categories: readonly string[];
  image: string | null;
}
