import { categories, items } from "../../../content/gallery.json";
import * as words from "../../../content/words/en/gallery.json";
import { paths } from "../../../shared/paths.ts";

export type Photo = (typeof items)[number];

const slugOf = (category: string) => category.toLowerCase();

/** The state of the gallery in the URL. */
export interface GalleryView {
  /** The category's slug; null is All. */
  category: string | null;
  /** The photos in the grid. */
  photos: readonly Photo[];
  /** The photo in the lightbox. */
  photo: Photo | null;
  /**
   * The photos that previous and next step through: the grid, or all when the photo is not in it.
   */
  round: readonly Photo[];
}

/** Reads `?category=` and `?photo=`. An unknown category is All, an unknown photo is none. */
export function readView(search: URLSearchParams): GalleryView {
  const requested = search.get("category");
  const name = categories.find((each) => slugOf(each) === requested);
  const photos = name === undefined ? items : items.filter(({ category }) => category === name);
  const photo = items.find(({ id }) => id === search.get("photo")) ?? null;
  return {
    category: name === undefined ? null : slugOf(name),
    photos,
    photo,
    round: photo && !photos.includes(photo) ? items : photos,
  };
}

/** The filter chips: All, then the categories in their order. */
export function chips(current: string | null) {
  return [null, ...categories].map((category) => {
    const slug = category === null ? null : slugOf(category);
    return {
      text: category ?? words.all,
      href: paths.gallery({ category: slug }),
      isCurrent: slug === current,
    };
  });
}

/** The previous and the next photo, cyclic. */
export function neighbours(round: readonly Photo[], photo: Photo) {
  const at = round.indexOf(photo);
  const to = (index: number) => round[(index + round.length) % round.length] ?? photo;
  return { at, previous: to(at - 1), next: to(at + 1) };
}

/** The id of a photo in the grid, where focus returns. */
export const tileId = (photoId: string) => `photo-${photoId}`;
