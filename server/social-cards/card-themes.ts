import type { Theme } from "../../shared/contract/social-card.ts";

/** The colours of a card; values are those of the picture palette in content/images/README.md. */
export interface Look {
  ground: string;
  title: string;
  /** The line above the title. */
  section: string;
  name: string;
  /** The hem between words and cloth: its ground, its teeth, its stripe. */
  hem: { ground: string; teeth: string; stripe: string };
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

/** Words on each ground have a contrast of 6.5 or more, so that they stand in a thumbnail too. */
export const looks: Record<Theme, Look> = {
  wash: { ...onDark, ground: INK, hem: { ground: GOLD, teeth: INK, stripe: PAPER } },
  gender: { ...onDark, ground: "#6e2a1b", hem: { ground: PAPER, teeth: LATERITE, stripe: GOLD } },
  climate: { ...onDark, ground: "#1c3a2b", hem: { ground: GOLD, teeth: FOREST, stripe: PAPER } },
  youth: { ...onPaper, hem: { ground: TERRACOTTA, teeth: PAPER, stripe: BLUE } },
  livelihoods: { ...onPaper, hem: { ground: LATERITE, teeth: GOLD, stripe: INK } },
  emergency: { ...onPaper, hem: { ground: GOLD, teeth: INK, stripe: TERRACOTTA } },
};
