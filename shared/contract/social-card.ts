/** The six themes of the foundation; each has its own printed cloth in `content/images/patterns`. */
export const themes = ["livelihoods", "gender", "youth", "wash", "climate", "emergency"] as const;
export type Theme = (typeof themes)[number];

/** The words of the picture that stands for a page where its address is shared (spec section 9). */
export interface SocialCard {
  title: string;
  /** Where the page belongs: "Projects", "Blog"; on the pages of the menu the foundation's own line. */
  section: string;
  theme: Theme;
  siteName: string;
}

/** What the client says of an address: its card, or the status that says why there is none. */
export type CardAnswer = { kind: "card"; card: SocialCard } | { kind: "none"; status: number };
