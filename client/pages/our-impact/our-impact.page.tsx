import * as words from "../../../content/words/en/our-impact.json";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { ContentCard } from "../../components/cards/content-card.tsx";
import { ButtonLink } from "../../components/links/button.tsx";
import { HowWeKnow } from "../../components/links/how-we-know.tsx";
import { Link } from "../../components/links/link.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { PatternBox } from "../../components/sections/pattern-box.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import "../../components/sections/figure.css";

type Content = ContentOf<"ourImpact">;

/** Our Impact (spec section 2): four figures, each linked to its work. */
function OurImpactPage({ content: { content, banner } }: PageProps<Content>) {
  const { cards, hero, more } = content;
  return (
    <>
      <PageHeader {...hero} pattern="youth" />
      <Section>
        <h2 className="visually-hidden">{words.fourFigures}</h2>
        <CardGrid
          items={cards}
          closing={
            <PatternBox pattern="livelihoods">
              <h2>{banner.title}</h2>
              <p className="intro">{banner.text}</p>
              <p className="cluster">
                <ButtonLink href={banner.primaryButton.link} variant="gold">
                  {banner.primaryButton.text}
                </ButtonLink>{" "}
                <ButtonLink href={banner.secondaryButton.link} variant="plain">
                  {banner.secondaryButton.text}
                </ButtonLink>
              </p>
            </PatternBox>
          }
        >
          {({ claim, figure, unit, footer, ...card }) => (
            <ContentCard {...card} shape="wide" linkText={footer}>
              <p className="semibold">
                <strong className="figure">{figure}</strong>
                <span>{` ${unit}`}</span>
                <HowWeKnow claim={claim} text={`${figure} ${unit}`} />
              </p>
            </ContentCard>
          )}
        </CardGrid>
        <p className="apart">
          <Link className="touch arrow" to={more.link}>
            {more.text}
          </Link>
        </p>
      </Section>
    </>
  );
}

export const page = definePage<Content>({
  Page: OurImpactPage,
  hydrate: "use",
  head: ({ content }) => content.content.meta,
});
