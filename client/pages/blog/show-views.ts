import * as words from "../../../content/words/en/blog.json";
import { logQuietly } from "../../data/quiet-log.ts";
import { counted } from "../../format/text.ts";
import { viewCount } from "./blog.ts";

/** Writes the number of views of the shown post into the space that the server's HTML reserves (spec section 2). */
export function showViews(): void {
  const counter = document.querySelector<HTMLElement>("[data-views]");
  const blogId = counter?.dataset.views;
  if (!counter || blogId === undefined) return;
  try {
    const count = viewCount(blogId, window.sessionStorage);
    if (count > 0) counter.textContent = counted(words.views, count);
  } catch (error) {
    logQuietly("blog view counter", error);
  }
}
