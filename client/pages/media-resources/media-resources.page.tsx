import mediaFiles from "virtual:content/media-files";
import { filters, hero, inquiries, items, meta } from "../../../content/media-resources.json";
import { CardGrid } from "../../components/card-grid.tsx";
import { InviteBox } from "../../components/invite-box.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Section } from "../../components/section.tsx";
import { TabLinks } from "../../components/tab-links.tsx";
import { definePage, type PageProps } from "../../page.ts";
import { Resource } from "./resource.tsx";

const PATH = "/media-resources";
const hrefOf = (value: string) => (value === "all" ? PATH : `${PATH}?type=${value}`);

/** Spec section 2, Media Resources. The filter is the address; one it does not know shows all. */
function MediaResourcesPage({ search }: PageProps) {
  const asked = search.get("type");
  const current = filters.find(({ value }) => value === asked)?.value ?? "all";
  const shown = items.filter(({ resourceType }) => current === "all" || resourceType === current);
  const title = filters.find(({ value }) => value === current)?.label ?? "";
  return (
    <>
      <PageHeader title={hero.title} standfirst={hero.subtitle} pattern="emergency">
        <TabLinks
          label="Resources by kind"
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
        <InviteBox {...inquiries} pattern="emergency" />
      </Section>
    </>
  );
}

export const page = definePage({
  Page: MediaResourcesPage,
  head: () => ({ ...meta, canonicalPath: PATH }),
});
