import * as words from "../../../content/words/en/data-saver.json";
import type { SafeHtml } from "../../../shared/model/item-fields.schema.ts";
import { variantUrl } from "../../../shared/model/picture-widths.ts";

/** Values are quoted, and every `<` and `>` in them escaped (server/upstream/html/safe-html.ts). */
const TAG = /<(\/?)(a|img)(?: ([^>]*))?>/g;
const ATTRIBUTE = /([a-z]+)="([^"]*)"/g;

/** The same for the pictures in a text; inside a link, what the picture shows is the link's text. */
export function leaveImagesOut(html: SafeHtml): SafeHtml {
  let isInLink = false;
  return html.replaceAll(TAG, (tag, end: string, name: string, list = "") => {
    if (name === "a") {
      isInLink = end === "";
      return tag;
    }
    const { src, alt = "" } = Object.fromEntries(
      [...list.matchAll(ATTRIBUTE)].map(([, key = "", value = ""]) => [key, value]),
    );
    if (src === undefined || isInLink) return alt;
    return `<a class="left-out" href="${smallest(src)}"><span>${alt || words.undescribed}</span> <small>${words.showPicture}</small></a>`;
  }) as SafeHtml;
}

const smallest = (src: string) =>
  /\/pictures\/[\w-]+\/\d+\.\w+$/.test(src) ? variantUrl(src, 640, "webp") : src;
