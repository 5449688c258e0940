import type { Theme } from "../../shared/contract/social-card.ts";

/** The colours of a card; values are those of the picture palette in content/images/README.md. */
export interface CardTheme {
  ground: string;
  title: string;
  /** The line above the title. */
  section: string;
  name: string;
  /** The border between text and pattern. */
  border: { ground: string; triangles: string; stripe: string };
}

const INK = "#0b2a3a";
const PAPER = "#fbf6ec";
const GOLD = "#efb000";
const LATERITE = "#8c3b25";
const TERRACOTTA = "#c9603c";
const BLUE = "#087fae";
const FOREST = "#2c5640";

const onDark = { title: PAPER, section: GOLD, name: PAPER };
const onPaper = { ground: PAPER, title: INK, section: LATERITE, name: INK };

/** Text has a contrast of 6.5 or more on each ground, so that it is readable in a thumbnail too. */
export const cardThemes: Record<Theme, CardTheme> = {
  wash: { ...onDark, ground: INK, border: { ground: GOLD, triangles: INK, stripe: PAPER } },
  gender: {
    ...onDark,
    ground: "#6e2a1b",
    border: { ground: PAPER, triangles: LATERITE, stripe: GOLD },
  },
  climate: {
    ...onDark,
    ground: "#1c3a2b",
    border: { ground: GOLD, triangles: FOREST, stripe: PAPER },
  },
  youth: { ...onPaper, border: { ground: TERRACOTTA, triangles: PAPER, stripe: BLUE } },
  livelihoods: { ...onPaper, border: { ground: LATERITE, triangles: GOLD, stripe: INK } },
  emergency: { ...onPaper, border: { ground: GOLD, triangles: INK, stripe: TERRACOTTA } },
};
