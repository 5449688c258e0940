import { waysToHelp } from "../../../content/words/en/get-involved.json";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { ContentCard } from "../../components/cards/content-card.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import type { ContentOf } from "../../page-content.ts";

type Content = ContentOf<"getInvolved">["content"];

export const GetInvolvedHeader = ({ hero }: Pick<Content, "hero">) => (
  <PageHeader {...hero} pattern="gender" />
);

/** The cards above the forms: volunteer, partner, donate. */
export const WaysToHelp = ({ cards }: Pick<Content, "cards">) => (
  <Section>
    <h2 className="visually-hidden">{waysToHelp}</h2>
    <CardGrid items={cards}>
      {({ link, ...card }) => (
        <ContentCard {...card} shape="wide" link={link.link} linkText={link.text} />
      )}
    </CardGrid>
  </Section>
);
