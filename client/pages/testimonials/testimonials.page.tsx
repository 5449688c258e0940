import { filters, hero, items, meta, shareYourStory } from "../../../content/testimonials.json";
import { CardGrid } from "../../components/card-grid.tsx";
import { InviteBox } from "../../components/invite-box.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Section } from "../../components/section.tsx";
import { TabLinks } from "../../components/tab-links.tsx";
import { definePage, type PageProps } from "../../page.ts";
import { Quote } from "./quote.tsx";

const PATH = "/testimonials";
const hrefOf = (value: string) => (value === "all" ? PATH : `${PATH}?category=${value}`);

/** Spec section 2, Testimonials. The filter is the address; one it does not know shows all. */
function TestimonialsPage({ search }: PageProps) {
  const asked = search.get("category");
  const current = filters.find(({ value }) => value === asked)?.value ?? "all";
  const shown = items.filter(({ category }) => current === "all" || category === current);
  const title = filters.find(({ value }) => value === current)?.label ?? "";
  return (
    <>
      <PageHeader title={hero.title} standfirst={hero.subtitle} pattern="gender">
        <TabLinks
          label="Testimonials by voice"
          tabs={filters.map(({ value, label }) => ({
            text: label,
            href: hrefOf(value),
            isCurrent: value === current,
          }))}
        />
      </PageHeader>
      <Section>
        <h2 className="visually-hidden">{title}</h2>
        <CardGrid items={shown} keyOf={(item) => item.id}>
          {(item) => <Quote testimonial={item} />}
        </CardGrid>
      </Section>
      <Section>
        <InviteBox {...shareYourStory} pattern="livelihoods" />
      </Section>
    </>
  );
}

export const page = definePage({
  Page: TestimonialsPage,
  head: () => ({ ...meta, canonicalPath: PATH }),
});
