import type { Page } from "playwright-core";

/**
 * Lists what cannot be read or used at the page's width and size of text: controls and words that lie outside the window, that a box
 * cuts off, or that have no width, and a document wider than the window. Leaves out what scrolls sideways, what only screen readers
 * show, what is closed, and slides at rest.
 */
export const outOfSight = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wide = innerWidth;
    const found = new Set<string>();
    const root = document.scrollingElement ?? document.documentElement;
    if (root.scrollWidth > wide) found.add(`the document is ${root.scrollWidth} px wide`);

    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element) => {
      const style = styles.get(element) ?? getComputedStyle(element);
      styles.set(element, style);
      return style;
    };
    const SKIPPED =
      ".visually-hidden, [inert], script, style, noscript, template, svg, option, [data-state=leaving], [data-state=resting], [aria-hidden=true]";
    const isShown = (element: Element) =>
      !element.closest(SKIPPED) &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
      styleOf(element).fontSize !== "0px";

    /** The part of the window in which the content of an element is seen, and whether it can be scrolled to. */
    const frames = new Map<Element, { left: number; right: number; scrolls: boolean }>();
    const frameOf = (
      element: Element | null,
    ): { left: number; right: number; scrolls: boolean } => {
      if (!element || element === document.body || element === document.documentElement)
        return { left: 0, right: wide, scrolls: false };
      const known = frames.get(element);
      if (known) return known;
      const { position, overflowX, textOverflow } = styleOf(element);
      const outer =
        position === "fixed"
          ? { left: 0, right: wide, scrolls: false }
          : { ...frameOf(element.parentElement) };
      if (overflowX !== "visible") {
        const box = element.getBoundingClientRect();
        if (/auto|scroll/.test(overflowX) || textOverflow === "ellipsis") outer.scrolls = true;
        outer.left = Math.max(outer.left, box.left);
        outer.right = Math.min(outer.right, box.right);
      }
      frames.set(element, outer);
      return outer;
    };
    const nameOf = (element: Element) => {
      const text = (element.textContent || element.getAttribute("aria-label") || "").trim();
      const part = element.closest("header, footer, nav, section, article, form, dialog");
      return `${part?.localName ?? "body"} ${element.localName} "${text.slice(0, 24)}"`;
    };
    const isCut = (box: DOMRect, element: Element) => {
      const { left, right, scrolls } = frameOf(element);
      return !scrolls && (box.left < left - 1.5 || box.right > right + 1.5);
    };

    const CONTROLS = "a[href], button, input, select, textarea, summary, iframe, [role=button]";
    for (const control of document.querySelectorAll<HTMLElement>(CONTROLS)) {
      if (!isShown(control)) continue;
      if (control instanceof HTMLInputElement && /hidden|radio|checkbox/.test(control.type))
        continue;
      const box = control.getBoundingClientRect();
      if (box.width < 8 || box.height < 8) found.add(`${nameOf(control)} is ${box.width} px wide`);
      else if (isCut(box, control.parentElement ?? control))
        found.add(`${nameOf(control)} is cut off`);
    }

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const element = text.parentElement;
      if (!element || !text.textContent?.trim() || !isShown(element)) continue;
      range.selectNodeContents(text);
      const boxes = [...range.getClientRects()].filter(({ height }) => height > 0);
      if (boxes.every(({ width }) => width < 2))
        found.add(`${nameOf(element)}: a text without width`);
      else if (boxes.some((box) => isCut(box, element)))
        found.add(`${nameOf(element)}: a text is cut off`);
    }
    return [...found];
  });

/** The words that are not in one line, though a line of the page has room for them. A hyphen and a slash end a word; addresses may break. */
export const brokenApart = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    const room = document.querySelector("main")?.clientWidth ?? innerWidth;
    // "Kinondoni", "don’t"; not "info" or "example" of "info@example.org".
    const WORD = /(?<![@.\p{L}\p{N}’'])[\p{L}\p{N}’']+(?![@.]?[@\p{L}\p{N}’'])/gu;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const canvas = document.createElement("canvas").getContext("2d");
    const HIDDEN =
      ".visually-hidden, [inert], script, style, noscript, template, svg, code, [aria-hidden=true]";
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const element = text.parentElement;
      if (
        !element ||
        element.closest(HIDDEN) ||
        !element.checkVisibility({ visibilityProperty: true })
      )
        continue;
      for (const { index, 0: word } of text.textContent?.matchAll(WORD) ?? []) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
        const lines = new Set(boxes.map(({ top }) => Math.round(top)));
        if (lines.size < 2) continue;
        const { font, fontSize, letterSpacing } = getComputedStyle(element);
        if (canvas) canvas.font = font;
        const width =
          (canvas?.measureText(word).width ?? 0) +
          word.length * (Number.parseFloat(letterSpacing) || 0);
        // Gutters on both sides, and the padding of one box.
        if (width <= room - 4 * Number.parseFloat(fontSize))
          found.add(`"${word}" (${Math.round(width)} px)`);
      }
    }
    return [...found];
  });
