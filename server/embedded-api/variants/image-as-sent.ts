import type { StoredImage } from "../store/stored-image.ts";
import { pickFor } from "./pick-for.ts";

/** The image under one of its names and in one of its shapes; nothing at all when there is none. */
export function imageAsSent(id: number, image: StoredImage | null): Record<string, unknown> {
  if (image === null) return {};
  const asObject = {
    public_url: image.url,
    alt: image.alt,
    ...(image.width === null ? {} : { width: image.width }),
    ...(image.height === null ? {} : { height: image.height }),
  };
  return pickFor<Record<string, unknown>>({
    id,
    options: [{ image_url: image.url }, { image: asObject }, { featured_image: asObject }],
  });
}
