import * as words from "../../../content/words/en/media-resources.json";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { filterTabs, TabLinks } from "../../components/links/tab-links.tsx";
import { CallToActionBox } from "../../components/sections/call-to-action-box.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import styles from "./media-resources.module.css";
import "../../components/cards/badge.css";

type Content = ContentOf<"mediaResources">;

interface ResourceProps extends Content {
  item: Content["content"]["items"][number];
}

/** A download with its description, size and link. The content is refused when a resource has no file. */
function Resource({ item, content: { filters }, files }: ResourceProps) {
  const { id, title, description, resourceType } = item;
  const file = files[id];
  if (!file) return null;
  return (
    <article className={`${styles.resource} panel stack`}>
      <p className="cluster spread muted small">
        <strong className="badge" data-tone={file.fileType === "ZIP" ? "current" : "past"}>
          {file.fileType}
        </strong>{" "}
        <span>{file.fileSize}</span>
      </p>
      <div className="stack tight">
        <p className="tag">{filters.find(({ value }) => value === resourceType)?.label}</p>
        <h3>{title}</h3>
        <p className="muted small">{description}</p>
      </div>
      <a className="touch down" href={file.downloadLink} download="">
        {words.download}
        <span className="visually-hidden">{` (${title}, ${file.fileType}, ${file.fileSize})`}</span>
      </a>
    </article>
  );
}

function MediaResourcesPage({ content, search }: PageProps<Content>) {
  const { filters, hero, inquiries, items } = content.content;
  const { current, title, tabs } = filterTabs(filters, "/media-resources", "type", search);
  const shown = items.filter(({ resourceType }) => current === "all" || resourceType === current);
  return (
    <>
      <PageHeader {...hero} pattern="emergency">
        <TabLinks label={words.byKind} tabs={tabs} />
      </PageHeader>
      <Section>
        <h2 className="visually-hidden">{title}</h2>
        <CardGrid items={shown}>{(item) => <Resource item={item} {...content} />}</CardGrid>
      </Section>
      <Section>
        <CallToActionBox {...inquiries} pattern="emergency" />
      </Section>
    </>
  );
}

export const page = definePage<Content>({
  Page: MediaResourcesPage,
  hydrate: "use",
  head: ({ content }) => content.content.meta,
});
