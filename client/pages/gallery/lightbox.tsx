import { type SubmitEvent, useCallback, useContext, useRef, useState } from "react";
import { paths } from "../../../shared/paths.ts";
import { ContentPicture } from "../../components/content-picture.tsx";
import { Link } from "../../components/link.tsx";
import { useIsHydrating } from "../../components/use-is-hydrating.ts";
import { NavigateContext, useLocation } from "../../navigation.ts";
import { type GalleryView, neighbours, type Photo } from "./gallery-view.ts";
import styles from "./lightbox.module.css";
import { useLightbox } from "./use-lightbox.ts";

/** The state of a visit that came from the grid: Back leads to it. */
export const FROM_GRID = { stay: true, isFromGrid: true } as const;

const isFromGrid = (state: unknown) =>
  typeof state === "object" && state !== null && "isFromGrid" in state;

interface ShownProps {
  view: GalleryView;
  photo: Photo;
  onClose: () => void;
}

/** The photo, its words and the ways on. All of it is links and a form: it works without scripts. */
function Shown({ view, photo, onClose }: ShownProps) {
  const { state } = useLocation();
  const { category, round } = view;
  const { at, previous, next } = neighbours(round, photo);
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    onClose();
  };
  return (
    <div className={styles.shown}>
      <form action={paths.gallery()} method="get" className={styles.close} onSubmit={submitted}>
        {category !== null && <input type="hidden" name="category" value={category} />}
        <button type="submit" aria-label="Close photo">
          Close
        </button>
      </form>
      <figure>
        <ContentPicture key={photo.id} image={photo.src} alt={photo.alt} shape="card" isFirst />
        <figcaption aria-live="polite">
          <p className={styles.category}>{photo.category}</p>
          <p className={styles.caption}>{photo.caption}</p>
        </figcaption>
      </figure>
      <div className={styles.ways}>
        <Link
          to={paths.gallery({ category, photo: previous.id })}
          replace
          state={state}
          aria-label="Previous photo"
        >
          Previous
        </Link>
        <p>
          {at + 1} of {round.length}
        </p>
        <Link
          to={paths.gallery({ category, photo: next.id })}
          replace
          state={state}
          aria-label="Next photo"
        >
          Next
        </Link>
      </div>
    </div>
  );
}

/**
 * Spec section 2, Gallery. Which photo is large stands in the address. The server draws the dialog
 * open: on the page where scripts are off, over it where they are on, until it is made modal.
 */
export function Lightbox({ view }: { view: GalleryView }) {
  const { category, photo, round } = view;
  const { state } = useLocation();
  const navigate = useContext(NavigateContext);
  const dialog = useRef<HTMLDialogElement>(null);
  const isHydrating = useIsHydrating();
  // React must not touch the attribute again: the dialog opens and closes itself from here on.
  const [isDrawnOpen] = useState(isHydrating && photo !== null);

  const close = useCallback(() => {
    if (isFromGrid(state)) window.history.back();
    else navigate?.(paths.gallery({ category }), { replace: true, state: { stay: true } });
  }, [navigate, state, category]);

  const step = useCallback(
    (way: "previous" | "next") => {
      if (!photo) return;
      const to = neighbours(round, photo)[way];
      navigate?.(paths.gallery({ category, photo: to.id }), {
        replace: true,
        state: state ?? { stay: true },
      });
    },
    [navigate, state, category, photo, round],
  );

  useLightbox({ dialog, photoId: photo?.id ?? null, onClose: close, onStep: step });

  return (
    <dialog ref={dialog} open={isDrawnOpen} className={styles.box} aria-label="Photo">
      {photo && <Shown view={view} photo={photo} onClose={close} />}
    </dialog>
  );
}
