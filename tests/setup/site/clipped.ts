import type { Page } from "playwright-core";

/**
 * Lists the content that nobody can see however the window is scrolled: anything wider than the window, or than a box that clips its
 * content. The document's own width tells nothing, since `main` clips.
 */
export const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const box of document.querySelectorAll<HTMLElement>("body, body *")) {
      const { overflowX, textOverflow } = getComputedStyle(box);
      const clips = box === document.body || /hidden|clip/.test(overflowX);
      // An ellipsis is intended, and text for screen readers alone is a pixel wide.
      if (!clips || textOverflow === "ellipsis" || box.closest(".visually-hidden")) continue;
      if (box.clientWidth > 1 && box.scrollWidth > box.clientWidth + 1)
        found.push(`${box.className || box.localName}: ${box.scrollWidth - box.clientWidth} px`);
    }
    return found;
  });
