import { categories, items } from "virtual:content/gallery";
import {
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import * as words from "../../../content/words/en/gallery.json";
import { fill } from "../../../shared/fill.ts";
import { paths } from "../../../shared/paths.ts";
import { Link } from "../../components/links/link.tsx";
import { filterTabs } from "../../components/links/tab-links.tsx";
import { ContentPicture } from "../../components/media/picture.tsx";
import { useIsHydrating } from "../../components/streaming/streamed.tsx";
import { siteHref } from "../../format/hrefs.ts";
import { navigate, useLocation } from "../../navigation.ts";
import styles from "./lightbox.module.css";

export type Photo = (typeof items)[number];

const slugOf = (category: string) => category.toLowerCase();

const FILTERS = [
  { value: "all", label: words.all },
  ...categories.map((label) => ({ value: slugOf(label), label })),
];

/** Reads `?category=` and `?photo=`. An unknown category is All, an unknown photo is none. */
export function readView(search: URLSearchParams) {
  const path = paths.gallery();
  const { current, tabs } = filterTabs({ filters: FILTERS, path, parameter: "category", search });
  const category = current === "all" ? null : current;
  const photos = items.filter((one) => category === null || slugOf(one.category) === category);
  const photo = items.find(({ id }) => id === search.get("photo")) ?? null;
  // What previous and next step through: the grid, or all when the photo is not in it.
  const round = photo && !photos.includes(photo) ? items : photos;
  return { category, tabs, photos, photo, round };
}

type GalleryView = ReturnType<typeof readView>;

function neighbours(round: readonly Photo[], photo: Photo) {
  const at = round.indexOf(photo);
  const to = (index: number) => round[(index + round.length) % round.length] ?? photo;
  return { at, previous: to(at - 1), next: to(at + 1) };
}

/** The id of a photo in the grid, where focus returns. */
export const tileId = (photoId: string) => `photo-${photoId}`;

/** The navigation state of a link in the grid: closing then goes back. */
export const FROM_GRID = { stay: true, isFromGrid: true } as const;

/** The photo, its caption and navigation. Links and a form: it works without scripts. */
function OpenPhoto(props: { view: GalleryView; photo: Photo; onClose: () => void }) {
  const { view, photo, onClose } = props;
  const { state } = useLocation();
  const { category, round } = view;
  const { at, previous, next } = neighbours(round, photo);
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    onClose();
  };
  const linkTo = ({ id }: Photo) => ({ to: paths.gallery({ category, photo: id }), replace: true });
  return (
    <div className={styles.shown}>
      <form
        action={siteHref(paths.gallery())}
        method="get"
        className={`${styles.close} screen`}
        onSubmit={submitted}
      >
        {category !== null && <input type="hidden" name="category" value={category} />}
        <button type="submit" className="chip deep" aria-label={words.closePhoto}>
          {words.close}
        </button>
      </form>
      <figure>
        <ContentPicture key={photo.id} image={photo.src} alt={photo.alt} shape="card" isFirst />
        <figcaption aria-live="polite">
          <p className="tag">{photo.category}</p>
          <p className="large">{photo.caption}</p>
        </figcaption>
      </figure>
      <div className={`${styles.ways} links spread screen`}>
        <Link {...linkTo(previous)} state={state} className="back" aria-label={words.previousPhoto}>
          {words.previous}
        </Link>
        <p className="muted small">{fill(words.position, { at: at + 1, count: round.length })}</p>
        <Link {...linkTo(next)} state={state} className="arrow" aria-label={words.nextPhoto}>
          {words.next}
        </Link>
      </div>
    </div>
  );
}

type Step = (direction: "previous" | "next") => void;

/** Reserves the width of the scrollbar while it is hidden, so that the page does not move. */
function reserveScrollbar(isHidden: boolean): void {
  const root = document.documentElement;
  const width = window.innerWidth - root.clientWidth;
  root.style.paddingInlineEnd = isHidden ? `${width}px` : "";
}

/** Synchronises the modal dialog with the URL, in both directions. Without a photo it is closed. */
function useLightbox(photoId: string | null, onClose: () => void, onStep: Step) {
  const dialog = useRef<HTMLDialogElement>(null);
  const lastShown = useRef<string | null>(null);
  const isOpen = photoId !== null;

  useEffect(() => {
    const box = dialog.current;
    if (!box) return;
    if (photoId !== null) {
      lastShown.current = photoId;
      if (box.dataset.modal !== undefined) return;
      reserveScrollbar(true);
      // As rendered by the server: open, but not modal.
      box.removeAttribute("open");
      box.showModal();
      box.dataset.modal = "";
    } else if (lastShown.current !== null) {
      box.close();
      delete box.dataset.modal;
      reserveScrollbar(false);
      const tile = tileId(lastShown.current);
      lastShown.current = null;
      // After the focus handling of the navigation.
      requestAnimationFrame(() => document.getElementById(tile)?.focus());
    }
  }, [photoId]);

  useEffect(() => () => reserveScrollbar(false), []);

  const close = useEffectEvent(onClose);
  const step = useEffectEvent(onStep);

  // Before the photo is seen: a key may be pressed at once.
  useLayoutEffect(() => {
    const box = dialog.current;
    if (!box || !isOpen) return;
    // Escape closes the dialog itself; the URL follows.
    const closed = () => {
      if (!box.open) close();
    };
    // The content covers the dialog: a click on the dialog itself is on the backdrop.
    const clicked = (event: MouseEvent) => {
      if (event.target === box) close();
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.key === "ArrowLeft") step("previous");
      if (event.key === "ArrowRight") step("next");
    };
    const until = new AbortController();
    const { signal } = until;
    box.addEventListener("close", closed, { signal });
    box.addEventListener("click", clicked, { signal });
    document.addEventListener("keydown", pressed, { signal });
    return () => until.abort();
  }, [isOpen]);
  return dialog;
}

/** The server renders the dialog open: inside the page without scripts; with scripts over the page, until it is modal. */
export function Lightbox({ view }: { view: GalleryView }) {
  const { category, photo, round } = view;
  const { state } = useLocation();
  const isHydrating = useIsHydrating();
  // React must not update the attribute again: the dialog opens and closes itself.
  const [isRenderedOpen] = useState(isHydrating && photo !== null);

  const close = () => {
    if (state?.isFromGrid) window.history.back();
    else navigate(paths.gallery({ category }), { replace: true, state: { stay: true } });
  };

  const step: Step = (direction) => {
    if (!photo) return;
    const to = neighbours(round, photo)[direction];
    navigate(paths.gallery({ category, photo: to.id }), {
      replace: true,
      state: state ?? { stay: true },
    });
  };

  const dialog = useLightbox(photo?.id ?? null, close, step);

  return (
    <dialog ref={dialog} open={isRenderedOpen} className={styles.box} aria-label={words.photo}>
      {photo && <OpenPhoto view={view} photo={photo} onClose={close} />}
    </dialog>
  );
}
