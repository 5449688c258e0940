import { banner } from "../../../content/home.json";
import { cards, hero, meta } from "../../../content/our-impact.json";
import { ButtonLink } from "../../components/button-link.tsx";
import { CardGrid } from "../../components/card-grid.tsx";
import { ClothBox } from "../../components/cloth-box.tsx";
import { ContentCard } from "../../components/content-card.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Section } from "../../components/section.tsx";
import { definePage } from "../../page.ts";
import styles from "./our-impact.module.css";

/** Spec section 2, Our Impact: four figures, each leading to the work behind it. */
function OurImpactPage() {
  return (
    <>
      <PageHeader title={hero.title} standfirst={hero.subtitle} pattern="youth" />
      <Section>
        <h2 className="visually-hidden">Four figures</h2>
        <CardGrid
          items={cards}
          keyOf={(card) => card.id}
          closing={
            <ClothBox pattern="livelihoods">
              <h2>{banner.title}</h2>
              <p className={styles.text}>{banner.text}</p>
              <p className={styles.actions}>
                <ButtonLink href={banner.primaryButton.link} look="gold">
                  {banner.primaryButton.text}
                </ButtonLink>{" "}
                <ButtonLink href={banner.secondaryButton.link} look="onDeep">
                  {banner.secondaryButton.text}
                </ButtonLink>
              </p>
            </ClothBox>
          }
        >
          {({ title, figure, unit, description, image, imageAlt, link, footer }) => (
            <ContentCard
              title={title}
              image={image}
              imageAlt={imageAlt}
              shape="wide"
              description={description}
              link={{ text: footer, href: link }}
            >
              <p className={styles.figure}>
                <strong>{figure}</strong> {unit}
              </p>
            </ContentCard>
          )}
        </CardGrid>
      </Section>
    </>
  );
}

export const page = definePage({
  Page: OurImpactPage,
  head: () => ({ ...meta, canonicalPath: "/our-impact" }),
});
