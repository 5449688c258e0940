/** The six themes of the foundation; each has its own pattern in `content/images/patterns`. */
export const themes = ["livelihoods", "gender", "youth", "wash", "climate", "emergency"] as const;
export type Theme = (typeof themes)[number];

/** The texts of the picture of a page in link previews (spec section 9). */
export interface SocialCard {
  title: string;
  /** Where the page belongs: "Projects", "Blog"; on the pages of the menu the foundation's own line. */
  section: string;
  theme: Theme;
  siteName: string;
  /** The URL of the page's picture, one of ours; null shows the pattern alone. */
  picture: string | null;
}

/** The card of a path, or the status that explains why there is none. */
export type CardResult = { kind: "card"; card: SocialCard } | { kind: "none"; status: number };
