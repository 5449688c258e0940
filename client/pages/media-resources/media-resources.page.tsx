import mediaFiles from "virtual:content/media-files";
import { filters, hero, inquiries, items, meta } from "../../../content/media-resources.json";
import * as words from "../../../content/words/en/media-resources.json";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { filterTabs, TabLinks } from "../../components/links/tab-links.tsx";
import { CallToActionBox } from "../../components/sections/call-to-action-box.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage, type PageProps } from "../../page.ts";
import { Resource } from "./resource.tsx";

const PATH = "/media-resources";

/** Spec section 2, Media Resources. */
function MediaResourcesPage({ search }: PageProps) {
  const { current, title, tabs } = filterTabs({ filters, path: PATH, parameter: "type", search });
  const shown = items.filter(({ resourceType }) => current === "all" || resourceType === current);
  return (
    <>
      <PageHeader title={hero.title} standfirst={hero.subtitle} pattern="emergency">
        <TabLinks label={words.byKind} tabs={tabs} />
      </PageHeader>
      <Section>
        <h2 className="visually-hidden">{title}</h2>
        <CardGrid items={shown} keyOf={(item) => item.id}>
          {({ id, title: name, description, resourceType }) => (
            <Resource
              title={name}
              description={description}
              kind={filters.find(({ value }) => value === resourceType)?.label ?? ""}
              file={mediaFiles[id]}
            />
          )}
        </CardGrid>
      </Section>
      <Section>
        <CallToActionBox {...inquiries} pattern="emergency" />
      </Section>
    </>
  );
}

export const page = definePage({
  Page: MediaResourcesPage,
  head: () => ({ ...meta, canonicalPath: PATH }),
});
