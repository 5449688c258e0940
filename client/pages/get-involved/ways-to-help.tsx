import { waysToHelp } from "../../../content/words/en/get-involved.json";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { ContentCard } from "../../components/cards/content-card.tsx";
import { Section } from "../../components/sections/section.tsx";
import type { ContentOf } from "../../page-content.ts";

/** The cards above the forms: volunteer, partner, donate. */
export const WaysToHelp = ({ cards }: Pick<ContentOf<"getInvolved">["content"], "cards">) => (
  <Section>
    <h2 className="visually-hidden">{waysToHelp}</h2>
    <CardGrid items={cards}>
      {({ link, ...card }) => (
        <ContentCard {...card} shape="wide" link={link.link} linkText={link.text} />
      )}
    </CardGrid>
  </Section>
);
