/** Tags that begin a block of their own and therefore end a paragraph. */
export const blockTags: ReadonlySet<string> = new Set([
  ...["p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "pre", "blockquote"],
  ...["ul", "ol", "li", "dl", "dt", "dd", "figure", "figcaption"],
  ...["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"],
]);

/** Tags that stand within a line of text. */
export const inlineTags: ReadonlySet<string> = new Set([
  ...["a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "em", "i", "ins", "kbd", "mark"],
  ...["q", "s", "samp", "small", "span", "strong", "sub", "sup", "u", "var"],
]);

export const voidTags: ReadonlySet<string> = new Set(["br", "img", "hr"]);

/** Blocks that mean nothing to a reader of an article, but still part one text from the next. */
export const dividingTags: ReadonlySet<string> = new Set([
  ...["address", "article", "aside", "body", "center", "details", "fieldset", "footer", "form"],
  ...["header", "hgroup", "legend", "main", "nav", "section", "summary", "dir", "menu"],
]);

/** Dropped with all they hold: their text was never meant for a reader. */
export const silentTags: readonly string[] = [
  ...["script", "style", "textarea", "select", "option", "xmp", "template", "title", "noembed"],
  ...["noframes", "xml", "o:officedocumentsettings", "w:worddocument", "w:latentstyles"],
];
