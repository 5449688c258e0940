import * as words from "../../../content/words/en/testimonials.json";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { filterTabs, TabLinks } from "../../components/links/tab-links.tsx";
import { ContentPicture } from "../../components/media/picture.tsx";
import { CallToActionBox } from "../../components/sections/call-to-action-box.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import styles from "./testimonials.module.css";

type Content = ContentOf<"testimonials">;

type QuoteProps = { testimonial: Content["content"]["items"][number] };

function Quote({ testimonial }: QuoteProps) {
  const { quote, name, standIn, role, avatar, avatarAlt } = testimonial;
  return (
    <figure className={`${styles.quote} panel stack loose`}>
      <blockquote className="large">
        <p>{quote}</p>
      </blockquote>
      <figcaption className="line cluster">
        <span className={`${styles.avatar} frame`}>
          <ContentPicture image={avatar} alt={avatarAlt} shape="square" />
        </span>
        <span className={styles.who}>
          <strong>{name ?? standIn}</strong> <span className="muted">{role}</span>
        </span>
      </figcaption>
    </figure>
  );
}

function TestimonialsPage({ content, search }: PageProps<Content>) {
  const { filters, hero, items, shareYourStory } = content.content;
  const { current, title, tabs } = filterTabs(filters, "/testimonials", "category", search);
  const shown = items.filter(({ category }) => current === "all" || category === current);
  return (
    <>
      <PageHeader {...hero} pattern="gender">
        <TabLinks label={words.byVoice} tabs={tabs} />
      </PageHeader>
      <Section>
        <h2 className="visually-hidden">{title}</h2>
        <CardGrid items={shown}>{(item) => <Quote testimonial={item} />}</CardGrid>
      </Section>
      <Section>
        <CallToActionBox {...shareYourStory} pattern="livelihoods" />
      </Section>
    </>
  );
}

export const page = definePage<Content>({
  Page: TestimonialsPage,
  hydrate: "use",
  head: ({ content }) => content.content.meta,
});
