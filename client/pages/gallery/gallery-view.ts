import { categories, items } from "../../../content/gallery.json";
import * as words from "../../../content/words/en/gallery.json";
import { paths } from "../../../shared/paths.ts";
import { filterTabs } from "../../components/links/tab-links.tsx";

export type Photo = (typeof items)[number];

const slugOf = (category: string) => category.toLowerCase();

const FILTERS = [
  { value: "all", label: words.all },
  ...categories.map((label) => ({ value: slugOf(label), label })),
];

/** The state of the gallery in the URL. */
export interface GalleryView {
  /** The category's slug; null is All. */
  category: string | null;
  tabs: ReturnType<typeof filterTabs>["tabs"];
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
  const path = paths.gallery();
  const { current, tabs } = filterTabs({ filters: FILTERS, path, parameter: "category", search });
  const category = current === "all" ? null : current;
  const photos = items.filter((one) => category === null || slugOf(one.category) === category);
  const photo = items.find(({ id }) => id === search.get("photo")) ?? null;
  return {
    category,
    tabs,
    photos,
    photo,
    round: photo && !photos.includes(photo) ? items : photos,
  };
}

/** The previous and the next photo, cyclic. */
export function neighbours(round: readonly Photo[], photo: Photo) {
  const at = round.indexOf(photo);
  const to = (index: number) => round[(index + round.length) % round.length] ?? photo;
  return { at, previous: to(at - 1), next: to(at + 1) };
}

/** The id of a photo in the grid, where focus returns. */
export const tileId = (photoId: string) => `photo-${photoId}`;
