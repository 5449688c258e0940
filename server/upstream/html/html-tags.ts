/** Tags that begin a block of their own and therefore end a paragraph. */
export const blockTags: ReadonlySet<string> = new Set([
  ...["p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "pre", "blockquote"],
  ...["ul", "ol", "li", "dl", "dt", "dd", "figure", "figcaption"],
  ...["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"],
]);

const inlineTags = [
  ...["a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "em", "i", "ins", "kbd", "mark"],
  ...["q", "s", "samp", "small", "span", "strong", "sub", "sup", "u", "var"],
];

export const voidTags: ReadonlySet<string> = new Set(["br", "img", "hr"]);

/** A link takes their place. */
export const mediaTags: ReadonlySet<string> = new Set([
  ...["iframe", "frame", "embed", "object", "oembed", "video", "audio"],
]);

/** Tags that come out, and those that become some of them. */
export const readTags: ReadonlySet<string> = new Set([
  ...[...blockTags, ...inlineTags, ...voidTags],
  ...[...mediaTags, "source", "picture", "noscript"],
]);

/** Blocks without a meaning in an article. They become `div`, since they separate two texts. */
export const divisionTags: ReadonlySet<string> = new Set([
  ...["address", "article", "aside", "body", "center", "details", "fieldset", "footer", "form"],
  ...["header", "hgroup", "legend", "main", "nav", "section", "summary", "dir", "menu"],
]);

/** Removed with their content, which is not meant to be read. */
export const removedTags: readonly string[] = [
  ...["script", "style", "textarea", "select", "option", "xmp", "template", "title", "noembed"],
  ...["noframes", "xml", "o:officedocumentsettings", "w:worddocument", "w:latentstyles"],
];

/** Names of other tags that a report may hold; any other name may be somebody's text. */
export const namedTags: ReadonlySet<string> = new Set([
  ...removedTags,
  ...["html", "head", "meta", "link", "base", "font", "big", "tt", "nobr", "wbr", "marquee"],
  ...["svg", "math", "canvas", "map", "area", "param", "applet", "track", "frameset", "portal"],
  ...["input", "button", "label", "optgroup", "datalist", "output", "progress", "meter", "keygen"],
  ...["dialog", "slot", "time", "data", "ruby", "rb", "rt", "rp", "rtc", "search", "plaintext"],
]);
