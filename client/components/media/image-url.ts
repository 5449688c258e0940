import { imagesBase } from "virtual:content/images";

/** The URL of a picture of `content/images`; of a photograph, the largest that is made. */
export function imageUrl(image: string): string {
  return imagesBase + image.replace(/^images|#.*$/g, "");
}
