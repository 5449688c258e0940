import { readSiteFrame } from "../../data/site-frame.ts";
import { fallbackDrawing } from "./fallback-drawing.ts";
import { imageUrl } from "./picture.tsx";

/** The retry delay, after which the server has forgotten a failure. */
const RETRY_MS = 4_500;
const MAX_RETRIES = 3;

const PICTURE_OF_SOURCE = 'picture > img[src^="/pictures/"]';
const retries = new WeakMap<HTMLImageElement, number>();

/**
 * Shows a drawing behind a picture that failed. The picture may be in server HTML that is hydrated late or never, so this code is not a
 * component and adds no element.
 */
export function showDrawing(image: unknown): void {
  if (!(image instanceof HTMLImageElement) || !image.matches(PICTURE_OF_SOURCE)) return;
  const frame = image.closest("picture")?.parentElement;
  const tried = retries.get(image) ?? 0;
  retries.set(image, tried + 1);
  if (frame) {
    const topic = frame.closest("article")?.textContent ?? "";
    const drawing = imageUrl(fallbackDrawing(image.src, [topic]), readSiteFrame());
    frame.style.background = `url("${drawing}") center / cover`;
  }
  image.toggleAttribute("data-lost", true);
  image.onload = () => image.removeAttribute("data-lost");
  // Setting `src` again requests the picture again.
  if (tried < MAX_RETRIES)
    setTimeout(() => image.setAttribute("src", image.getAttribute("src") ?? ""), RETRY_MS);
}
