import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import * as words from "../../../content/words/en/gallery.json";
import { fill } from "../../../shared/fill.ts";
import { paths } from "../../../shared/paths.ts";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { Link } from "../../components/links/link.tsx";
import { filterTabs, TabLinks } from "../../components/links/tab-links.tsx";
import { ContentPicture, imageUrl } from "../../components/media/picture.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { staticPart, useIsHydrating } from "../../components/streaming/streamed.tsx";
import { dataSaver } from "../../data/request-context.ts";
import { siteHref } from "../../format/hrefs.ts";
import { navigate, useLocation } from "../../navigation.ts";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import styles from "./gallery.module.css";
import lightbox from "./lightbox.module.css";
import "../../components/links/chips.css";

type Content = ContentOf<"gallery">;
type Gallery = Content["gallery"];
type Photo = Gallery["items"][number];

const slugOf = (category: string) => category.toLowerCase();

const filtersOf = ({ categories }: Gallery) => [
  { value: "all", label: words.all },
  ...categories.map((label) => ({ value: slugOf(label), label })),
];

/** Reads `?category=` and `?photo=`. An unknown category means All, an unknown photo means none. */
function readView(gallery: Gallery, search: URLSearchParams) {
  const { items } = gallery;
  const { current, tabs } = filterTabs(filtersOf(gallery), paths.gallery(), "category", search);
  const category = current === "all" ? null : current;
  const photos = items.filter((one) => category === null || slugOf(one.category) === category);
  const photo = items.find(({ id }) => id === search.get("photo")) ?? null;
  // The photos that Previous and Next step through: those in the grid, or all photos when the open one is not in the grid.
  const round = photo && !photos.includes(photo) ? items : photos;
  return { category, tabs, photos, photo, round };
}

const tileId = (photoId: string) => `photo-${photoId}`;

/** The navigation state of a link in the grid. Closing a photo opened from there goes back. */
const FROM_GRID = { stay: true, isFromGrid: true } as const;

/** Reserves the width of the scrollbar while it is hidden, so that the page does not move. */
function reserveScrollbar(isHidden: boolean): void {
  const root = document.documentElement;
  const width = window.innerWidth - root.clientWidth;
  root.style.paddingInlineEnd = isHidden ? `${width}px` : "";
}

/** Shows a dialog as a modal while the component is mounted. On closing, focus returns to the tile of the last photo shown. */
function useModal(photoId: string) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const box = dialog.current;
    if (!box) return;
    reserveScrollbar(true);
    // The server rendered the dialog open, but not modal.
    box.removeAttribute("open");
    box.showModal();
    box.dataset.modal = "";
    return () => reserveScrollbar(false);
  }, []);
  useEffect(() => {
    const focusTile = () => document.getElementById(tileId(photoId))?.focus();
    // Wait until the navigation has handled focus. When another photo is shown, the grid is inert, so focusing its tile does nothing.
    return () => void requestAnimationFrame(focusTile);
  }, [photoId]);
  return dialog;
}

interface OpenPhotoProps {
  view: ReturnType<typeof readView>;
  photo: Photo;
  hrefTo: (step: 1 | -1) => string;
  onClose: () => void;
}

/** Renders the photo, its caption and navigation from links and a form, so that all work without scripts. */
function OpenPhoto({ view: { category, round }, photo, hrefTo, onClose }: OpenPhotoProps) {
  const { state } = useLocation();
  return (
    <div className={lightbox.shown}>
      <form
        action={siteHref(paths.gallery())}
        method="get"
        className={`${lightbox.close} screen`}
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
        }}
      >
        {category !== null && <input type="hidden" name="category" value={category} />}
        <button type="submit" className="chip deep" aria-label={words.closePhoto}>
          {words.close}
        </button>
      </form>
      <figure>
        <ContentPicture
          key={photo.id}
          image={photo.src}
          alt={photo.alt}
          shape="card"
          place="main"
          isFirst
        />
        <figcaption aria-live="polite">
          <p className="tag">{photo.category}</p>
          <p className="large">{photo.caption}</p>
        </figcaption>
      </figure>
      <div className={`${lightbox.ways} links spread screen`}>
        <Link
          to={hrefTo(-1)}
          replace
          state={state}
          className="back"
          aria-label={words.previousPhoto}
        >
          {words.previous}
        </Link>
        <p className="muted small">
          {fill(words.position, { at: round.indexOf(photo) + 1, count: round.length })}
        </p>
        <Link to={hrefTo(1)} replace state={state} className="arrow" aria-label={words.nextPhoto}>
          {words.next}
        </Link>
      </div>
    </div>
  );
}

/**
 * Renders the photo in the URL. The server renders its dialog open: without scripts inside the page, with scripts over the page until the
 * dialog is modal.
 */
function Lightbox({ view, photo }: Pick<OpenPhotoProps, "view" | "photo">) {
  const { category, round } = view;
  const { state } = useLocation();
  const dialog = useModal(photo.id);
  // React must not update `open` again, because the dialog opens and closes itself.
  const [isServed] = useState(useIsHydrating());
  const at = round.indexOf(photo);
  const hrefTo = (step: 1 | -1) => {
    const to = round[(at + step + round.length) % round.length] ?? photo;
    return paths.gallery({ category, photo: to.id });
  };
  const close = () => {
    if (state?.isFromGrid) window.history.back();
    else navigate(paths.gallery({ category }), { replace: true, state: { stay: true } });
  };
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const href = hrefTo(event.key === "ArrowLeft" ? -1 : 1);
    navigate(href, { replace: true, state: state ?? { stay: true } });
  });
  // Before the photo is painted, because the visitor may press a key at once.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the button do the same
    <dialog
      ref={dialog}
      open={isServed}
      className={lightbox.box}
      aria-label={words.photo}
      // Escape closes the dialog itself; the URL follows.
      onClose={close}
      // The content covers the dialog, so a click on the dialog itself is on the backdrop.
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      <OpenPhoto view={view} photo={photo} hrefTo={hrefTo} onClose={close} />
    </dialog>
  );
}

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
  // The photo's own link opens it. No larger version exists to link to.
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
        <ContentPicture image={src} alt={alt} shape="card" place="tile" isFirst={isFirst} />
      </span>
      <Caption photo={photo} />
    </Link>
  );
}

const loadViews = () => import("../../components/sections/call-to-action-band.tsx");
const Ending = staticPart("q:gallery-ending", loadViews, (views) => views.CallToActionBand);

function GalleryPage({ content: { gallery, ending }, search }: PageProps<Content>) {
  const view = readView(gallery, search);
  const { category, tabs, photos } = view;
  return (
    <>
      <PageHeader {...gallery.hero} above={<Breadcrumbs crumbs={CRUMBS} />}>
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
      <Ending {...ending} />
    </>
  );
}

export const page = definePage<Content>({
  Page: GalleryPage,
  hydrate: "load",
  inBrowser: ["gallery.meta", "gallery.hero", "gallery.categories", "gallery.items"],
  loadViews,
  head: ({ content: { gallery }, frame }) => ({
    ...gallery.meta,
    crumbs: CRUMBS,
    jsonLd: [
      {
        "@type": "ImageGallery",
        name: gallery.meta.title,
        url: paths.gallery(),
        image: gallery.items.map(({ src, caption }) => ({
          "@type": "ImageObject",
          contentUrl: imageUrl(src, frame),
          caption,
        })),
      },
    ],
  }),
});
