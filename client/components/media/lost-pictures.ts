import { fallbackDrawing } from "./fallback-drawing.ts";
import { imageUrl } from "./picture.tsx";

/** The server has forgotten a failure by then. */
const RETRY_MS = 4_500;
const MAX_RETRIES = 3;

const PICTURE_OF_SOURCE = 'picture > img[src^="/pictures/"]';
const retries = new WeakMap<HTMLImageElement, number>();

/** The picture may be in server HTML that is hydrated late or never: this is no component, and adds no element. */
export function showDrawing(image: unknown): void {
  if (!(image instanceof HTMLImageElement) || !image.matches(PICTURE_OF_SOURCE)) return;
  const frame = image.closest("picture")?.parentElement;
  const tried = retries.get(image) ?? 0;
  retries.set(image, tried + 1);
  if (frame) {
    const words = frame.closest("article")?.textContent ?? "";
    const drawing = imageUrl(fallbackDrawing(image.src, [words]));
    frame.style.background = `url("${drawing}") center / cover`;
  }
  image.toggleAttribute("data-lost", true);
  image.onload = () => image.removeAttribute("data-lost");
  // Setting it again is asking again.
  if (tried < MAX_RETRIES)
    setTimeout(() => image.setAttribute("src", image.getAttribute("src") ?? ""), RETRY_MS);
}
