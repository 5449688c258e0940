import { gallery as ending } from "virtual:content/endings";
import { hero, items, meta } from "virtual:content/gallery";
import * as words from "../../../content/words/en/gallery.json";
import { paths } from "../../../shared/paths.ts";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { Link } from "../../components/links/link.tsx";
import { TabLinks } from "../../components/links/tab-links.tsx";
import { ContentPicture, imageUrl } from "../../components/media/picture.tsx";
import { CallToActionBand } from "../../components/sections/call-to-action-band.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { dataSaver } from "../../data/request-context.ts";
import { definePage, type PageProps } from "../../page.ts";
import styles from "./gallery.module.css";
import { FROM_GRID, Lightbox, type Photo, readView, tileId } from "./lightbox.tsx";

const CRUMBS = [{ text: words.section, href: paths.newsFeed() }];

const FIRST_ROW = 4;

const Caption = ({ photo }: { photo: Photo }) => (
  <span className="stack tight">
    <span className="tag">{photo.category}</span>{" "}
    <span className={`${styles.caption} small`}>{photo.caption}</span>
  </span>
);

function Tile({ photo, href, isFirst }: { photo: Photo; href: string; isFirst: boolean }) {
  const { id, src, alt } = photo;
  // The photo's own link opens it: there is no larger one to lead to.
  if (import.meta.env.SSR && dataSaver()) {
    return (
      <figure className="rule stack">
        <ContentPicture image={src} alt={alt} shape="card" />
        <figcaption>
          <Caption photo={photo} />
        </figcaption>
      </figure>
    );
  }
  return (
    <Link id={tileId(id)} className={`${styles.tile} stack`} to={href} state={FROM_GRID}>
      <span className="frame">
        <ContentPicture image={src} alt={alt} shape="card" isFirst={isFirst} />
      </span>
      <Caption photo={photo} />
    </Link>
  );
}

function GalleryPage({ search }: PageProps) {
  const view = readView(search);
  const { category, tabs, photos } = view;
  return (
    <>
      <PageHeader {...hero} above={<Breadcrumbs crumbs={CRUMBS} />}>
        <TabLinks label={words.categories} tabs={tabs} />
      </PageHeader>
      {view.photo && <Lightbox view={view} photo={view.photo} />}
      <Section>
        <h2 className="visually-hidden">{words.photos}</h2>
        <ul className={styles.grid} role="list">
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <Tile
                photo={photo}
                href={paths.gallery({ category, photo: photo.id })}
                isFirst={index < FIRST_ROW}
              />
            </li>
          ))}
        </ul>
      </Section>
      <CallToActionBand {...ending} />
    </>
  );
}

export const page = definePage({
  Page: GalleryPage,
  head: {
    ...meta,
    crumbs: CRUMBS,
    jsonLd: [
      {
        "@type": "ImageGallery",
        name: meta.title,
        url: paths.gallery(),
        image: items.map(({ src, caption }) => ({
          "@type": "ImageObject",
          contentUrl: imageUrl(src),
          caption,
        })),
      },
    ],
  },
});
